function love.conf(t)
  t.identity = "hitbox-fighter"
  t.window.title = "Fighter in LÖVE"
  t.window.width, t.window.height = 960, 435 -- three pixels for each unit of the scene's view
  t.window.vsync = 0
  t.modules.audio, t.modules.sound, t.modules.video = false, false, false
  t.modules.joystick, t.modules.physics, t.modules.touch = false, false, false
end
