<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave" tilewidth="16" tileheight="16" tilecount="40" columns="8">
 <image source="cave.png" width="128" height="80"/>
 <tile id="0" type="wall"/>
 <tile id="1" type="wall"/>
 <tile id="2" type="wall"/>
 <tile id="3" type="wall"/>
 <tile id="4" type="wall"/>
 <tile id="5" type="wall"/>
 <tile id="6" type="wall"/>
 <tile id="7" type="wall"/>
 <tile id="8" type="wall"/>
 <tile id="9" type="wall"/>
 <tile id="10" type="wall"/>
 <tile id="11" type="wall"/>
 <tile id="12" type="wall"/>
 <tile id="13" type="wall"/>
 <tile id="14" type="wall"/>
 <tile id="15" type="wall"/>
 <tile id="16" type="wall">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object>
  </objectgroup>
 </tile>
 <tile id="17" type="wall">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="18" type="wall">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="16"><ellipse/></object>
  </objectgroup>
 </tile>
 <tile id="19" type="spike">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="10" width="14" height="6"/>
  </objectgroup>
 </tile>
 <tile id="24">
  <animation>
   <frame tileid="24" duration="150"/>
   <frame tileid="25" duration="150"/>
   <frame tileid="26" duration="150"/>
   <frame tileid="27" duration="150"/>
  </animation>
 </tile>
 <tile id="28">
  <animation>
   <frame tileid="28" duration="130"/>
   <frame tileid="29" duration="130"/>
   <frame tileid="30" duration="130"/>
  </animation>
 </tile>
</tileset>
