function love.conf(t)
  t.identity = "hitbox-sti"
  t.window.title = "A level of Tiled in LÖVE"
  t.window.width, t.window.height = 320, 240
  t.window.vsync = 0
  t.modules.audio, t.modules.sound, t.modules.video = false, false, false
  t.modules.joystick, t.modules.physics, t.modules.touch = false, false, false
end
