"""What scenes let be heard. SDL writes it to a file instead of a device: samples of 16 bits, left and
right in turn."""

import array
import math
import pathlib
import re
import sys
import wave

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, Window, main  # noqa: E402

def crc(data, bits, polynomial):
    value, top = 0, 1 << (bits - 1)
    for byte in data:
        value ^= byte << (bits - 8)
        for _ in range(8):
            value = (value << 1 ^ (polynomial if value & top else 0)) & (2 * top - 1)
    return value.to_bytes(bits // 8, "big")


def flac_of_silence(blocks):
    """A file of 16 bytes for each 1.5 s: blocks of 65,535 constant samples, left and right (RFC 9639)."""
    size = (65535).to_bytes(2, "big")
    about = 44100 << 44 | 1 << 41 | 15 << 36 | blocks * 65535
    out = [b"fLaC\x80\0\0\x22", size, size, bytes(6), about.to_bytes(8, "big"), bytes(16)]
    for number in range(blocks):
        head = b"\xff\xf8\x79\x18" + chr(number).encode() + (65534).to_bytes(2, "big")
        block = head + crc(head, 8, 0x07) + bytes(6)
        out.append(block + crc(block, 16, 0x8005))
    return b"".join(out)


PLAY = """start = function(s) %s end,
  update = function(s) %s if s.ticks == 60 then print("a second") end end,"""


class Sounds(SandboxTest):
    def tone(self, name, seconds=0.5, quiet=0.0):
        """A file with a tone of half the full scale, and then for some seconds of a 16th of that."""
        path = pathlib.Path(self.path(name))
        path.parent.mkdir(exist_ok=True)
        loud = int(44100 * seconds)
        samples = array.array("h", (int((16384 if i < loud else 1024) * math.sin(i / 10))
                                    for i in range(loud + int(44100 * quiet))))
        with wave.open(str(path), "wb") as out:
            out.setparams((1, 2, 44100, 0, "NONE", ""))
            out.writeframes(samples.tobytes())

    def open(self, delay="1"):
        return Window(self, "scene.lua", environment={
            "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": self.path("heard.raw"), "SDL_DISKAUDIODELAY": delay})

    def heard(self):
        """How many bytes were heard so far."""
        raw = pathlib.Path(self.path("heard.raw"))
        return raw.stat().st_size // 4 * 4 if raw.exists() else 0

    def loudest(self, begin=0):
        """The loudest samples on the left and on the right, of all that was heard since a number of bytes."""
        raw = pathlib.Path(self.path("heard.raw"))
        if not raw.exists():
            return 0, 0
        heard = raw.read_bytes()[begin:]
        samples = array.array("h", heard[:len(heard) // 4 * 4])
        return max(map(abs, samples[0::2]), default=0), max(map(abs, samples[1::2]), default=0)

    def test_a_sound_is_a_file_beside_the_scene_with_or_without_its_ending(self):
        for name, file in (("hit", "hit.wav"), ("hit.wav", "hit.wav"), ("hit", "sounds/hit.wav")):
            with self.subTest(name=name, file=file):
                self.setUp()
                self.tone(file)
                pathlib.Path(self.path("hit")).mkdir()  # which is none
                self.scene(PLAY % ("", f'if s.ticks == 5 then s:sound("{name}") end'))
                window = self.open()
                window.wait_for(lambda: min(self.loudest()) > 15000, "a tone is heard on both sides")

    def test_volume_and_pan_are_applied(self):
        self.tone("hit.wav")
        self.scene(PLAY % ("", 'if s.ticks == 5 then s:sound("hit", { volume = 0.5, pan = -1 }) end'))
        window = self.open()
        window.wait_for(lambda: self.loudest()[0] > 7000, "it is heard on the left")
        window.wait_output("a second")
        left, right = self.loudest()
        self.assertTrue(7000 < left < 9000, left)
        self.assertEqual(right, 0)

    def test_a_small_file_with_hours_of_silence_takes_no_gigabytes(self):
        self.write_bytes("hours.flac", flac_of_silence(6000))
        self.write_bytes("short.flac", flac_of_silence(2))
        self.tone("hit.wav")
        self.scene(PLAY % ("", """if s.ticks == 5 then
          for _, name in ipairs { "short", "hours", "hit" } do s:sound(name) end
        end"""))
        window = self.open()
        window.wait_output("a second")
        about = pathlib.Path(f"/proc/{window.program.pid}/status").read_text(encoding="utf-8")
        self.assertLess(int(re.search(r"VmHWM:\s*(\d+) kB", about)[1]), 1_000_000)
        window.wait_for(lambda: min(self.loudest()) > 15000, "the tone is heard")

    def test_music_goes_on_until_it_is_ended(self):
        self.tone("theme.wav", 0.1)
        self.scene(PLAY % ('s:music("theme", { volume = 0.25 })', "if s.ticks == 30 then s:music() end"))
        window = self.open()
        window.wait_for(lambda: min(self.loudest()) > 3000, "music is heard")
        window.wait_output("a second")
        self.assertLess(max(self.loudest()), 5000)

    def save(self, window, start, update, name):
        """Save the script, and let half a second be heard. Returns the loudest sample of it."""
        begin = self.heard()
        self.scene(PLAY % (start, update) + f'draw = function() print("{name}") end,')
        window.wait_output(name)
        window.wait_for(lambda: self.heard() > begin + 4 * 44100 // 2, "half a second is heard")
        return max(self.loudest(begin))

    def test_a_save_lets_music_go_on_and_is_not_heard(self):
        self.tone("hit.wav", 0.2)
        self.tone("theme.wav", 0.2, 30)
        self.tone("other.wav", 0.2, 30)
        begin = 's:music("theme") s:sound("hit")'
        self.scene(PLAY % (begin, ""))
        window = self.open("10")  # about as fast as it is heard
        window.wait_output("a second")
        loudest = self.save(window, begin, "s.n = 1", "saved")
        self.assertTrue(500 < loudest < 2000, loudest)  # the music, and not from its begin
        loudest = self.save(window, 's:music("other") s:sound("hit")', "s.n = 1", "edited")
        self.assertGreater(loudest, 15000)
        loudest = self.save(window, 's:sound("hit")', "s.n = 1", "without")
        self.assertLess(max(self.loudest(self.heard() - 40000)), 500)  # it has ended

    def test_a_save_lets_music_go_on_that_play_has_begun(self):
        self.tone("theme.wav", 30)
        self.tone("boss.wav", 0.2, 30)
        begin, update = 's:music("theme")', 'if s.ticks == 5 then s:music("boss") end'
        self.scene(PLAY % (begin, update))
        window = self.open("10")
        window.wait_output("a second")
        loudest = self.save(window, begin, update + " s.n = 1", "saved")
        self.assertTrue(500 < loudest < 2000, loudest)
        begin = self.heard()
        self.tone("boss.wav", 0.3, 30)
        window.wait_for(lambda: max(self.loudest(begin)) > 15000, "a file that was written is heard from its begin")

    def test_music_begins_again_with_the_scene(self):
        self.tone("theme.wav", 0.2, 30)
        self.scene(PLAY % ('s:music("theme")', ""))
        window = self.open("10")
        window.wait_output("a second")
        begin = self.heard()
        window.key("r")
        window.wait_for(lambda: max(self.loudest(begin)) > 15000, "it is heard from its begin")

    def test_a_missing_or_broken_sound_is_reported_and_stops_nothing(self):
        self.write("noise.wav", "this is no sound")
        self.scene(PLAY % ('s:music("nothing")', 's:sound("noise") s:sound("missing")'))
        window = self.open()
        window.wait_output("a second")
        self.assertEqual(max(self.loudest()), 0)

    def test_sounds_change_nothing_without_an_audio_device(self):
        self.tone("hit.wav")
        plain, loud = "s.n = s.ticks", 's.n = s.ticks s:sound("hit", { pan = 1 }) s:sound("missing")'
        hashes = set()
        for update in (plain, loud):
            self.scene(f"update = function(s) {update} end,")
            result = self.headless("scene.lua", 10, "--hash")
            self.assert_ends(result, 0)
            hashes.add(result.stdout)
        self.assertEqual(len(hashes), 1)

    def test_wrong_names_and_options_are_errors_in_any_mode(self):
        for call, message in (
                ('sound("../hit")', "the name of a sound must be a path beside the scene or below, got '../hit'"),
                ('sound("/etc/passwd")', "must be a path beside the scene or below"),
                ("sound(7)", "the name of a sound must be a string, got 7"),
                ('sound("hit", { volume = 2 })', "volume of a sound must be from 0 to 1, got 2"),
                ('sound("hit", { volume = -1 })', "volume of a sound must be >= 0, got -1"),
                ('sound("hit", { pan = 1.5 })', "pan of a sound must be from -1 to 1, got 1.5"),
                ('sound("hit", { loud = 1 })', "unknown key 'loud' in the options of a sound"),
                ('music("hit", { pan = 0 })', "unknown key 'pan' in the options of music"),
                ("music({})", "the name of music must be a string, got a table")):
            with self.subTest(call=call):
                self.scene(f"update = function(s) s:{call} end,")
                self.assert_fails(self.headless(), "scene.lua:3: " + message if "/etc" not in call else message)


if __name__ == "__main__":
    main()
