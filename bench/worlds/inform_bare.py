"""Invented worlds in the manner of the oldest stories: version 3, no library, terse.

The source is Inform 6 with an engine of some hundred lines: it prints a title, a description on
the first visit, a line for each thing, and says that it is too dark to see.
"""

from __future__ import annotations

from worlds.inform_text import quoted
from worlds.spec import (
    ASIDES,
    BANGS,
    DRIFTS,
    FOLLOWER,
    MOODS,
    WEATHER,
    Exit,
    Verbosity,
    Way,
    WorldSpec,
    exits_told,
)

ENGINE = r"""
Array text_buffer -> 82;
Array word_buffer -> 122;

[ is_lit;
  if (location hasnt shaded) rtrue;
  if (lamp has burning && parent(lamp) == player or location) rtrue;
  rfalse;
];

[ list_things item;
  for (item = child(location) : item : item = sibling(item)) {
    if (item == player || item has hidden) continue;
    if (item == cart && parent(player) == cart) continue;
    if (item hasnt touched && item has placed) { print (string) item.first_words; new_line; }
    else { print "There is "; if (item has vowel) print "an "; else print "a ";
           print (tell) item, " here.^"; }
  }
];

[ tell item; print (object) item; ];

[ show full;
  if (~~is_lit()) { print "It is too dark to see anything here.^"; rtrue; }
  print (object) location;
  if (parent(player) == cart) print "__ABOARD__";
  new_line;
  if (full || verbosity == 2 || location hasnt visited) {
    indirect(location.describe);
    new_line;
  }
  give location visited;
  list_things();
];

[ put_player room;
  location = room;
  if (parent(player) == cart) move cart to room; else move player to room;
];

[ walk way room;
  if (way == 0) { print "__REFUSAL__^"; rtrue; }
  room = location.way;
  if (room) room = indirect(room);
  if (room == 0) { print "__REFUSAL__^"; rtrue; }
  if (room == 1) rtrue;
  put_player(room);
  show(0);
];

[ die;
  deaths++;
  print "^    ****  You have died  ****^^";
  if (__FINAL__) { print "That was your only life.^"; quit; }
  print "A voice mutters something about paperwork, and you are given another chance.^^";
  put_player(R0);
  show(0);
];

[ thing_of wanted item;
  for (item = child(location) : item : item = sibling(item))
    if (item.word == wanted) return item;
  for (item = child(player) : item : item = sibling(item))
    if (item.word == wanted) return item;
  return 0;
];

[ carry wanted item;
  item = thing_of(wanted);
  if (item == 0) { print "You can't see any such thing here.^"; rtrue; }
  if (item has fixed) { print "You can't possibly take that.^"; rtrue; }
  if (parent(item) == player) { print "You already have that.^"; rtrue; }
  if (children(player) > 6) { print "Your load is too heavy.^"; rtrue; }
  move item to player; give item touched; print "Taken.^";
];

[ turn verb noun item other any;
  switch (verb) {
    'n//', 'north': walk(n_to); 's//', 'south': walk(s_to);
    'e//', 'east': walk(e_to); 'w//', 'west': walk(w_to);
    'ne', 'northeast': walk(ne_to); 'nw', 'northwest': walk(nw_to);
    'se', 'southeast': walk(se_to); 'sw', 'southwest': walk(sw_to);
    'u//', 'up': walk(u_to); 'd//', 'down': walk(d_to);
    'in', 'inside': walk(in_to);
    'out', 'outside', 'exit':
      if (parent(player) == cart) { move player to location; print "You are on your own feet again.^"; }
      else walk(out_to);
    'l//', 'look': show(1);
    'z//', 'wait': print "Time passes...^";
    'jump': print "Very good. Now you can go to the second grade.^";
    'score': print "Your score is 0 (total of 10 points), in ", turns, " moves.^";
    'verbose': verbosity = 2; print "Maximum verbosity.^";
    'brief': verbosity = 1; print "Brief descriptions.^";
    'i//', 'inventory':
      if (child(player) == 0) { print "You are empty-handed.^"; break; }
      print "You are carrying:^";
      for (item = child(player) : item : item = sibling(item)) {
        print "  "; if (item has vowel) print "An "; else print "A "; print (tell) item;
        if (item == lamp && lamp has burning) print " (providing light)"; new_line;
      }
    'take', 'get', 'pick':
      if (noun == 'all') {
        for (item = child(location) : item : item = other) {
          other = sibling(item);
          if (item.word && item hasnt fixed) { any = 1; print (tell) item, ": "; carry(item.word); }
        }
        if (any == 0) print "There's nothing here you can take.^";
      } else carry(noun);
    'drop':
      if (noun == 'all') {
        for (item = child(player) : item : item = other) {
          other = sibling(item);
          any = 1; move item to location; print (tell) item, ": Dropped.^";
        }
        if (any == 0) print "You don't have anything.^";
      } else {
        item = thing_of(noun);
        if (item == 0 || parent(item) ~= player) { print "You don't have that!^"; break; }
        move item to location; print "Dropped.^";
      }
    'open':
      item = door_here();
      if (noun ~= 'door' || item == 0) { print "You can't open that.^"; break; }
      give item opened; print "The oak door swings open.^";
    'light', 'turn', 'switch':
      if (parent(lamp) ~= player or location) { print "You have no lamp.^"; break; }
      any = is_lit(); give lamp burning; print "The lamp is now on.^";
      if (any == 0) { new_line; show(0); }
    'press', 'push':
      if (noun == 'button' && location.button) {
        print "Everything goes black for a moment.^";
        put_player(indirect(location.button));
        if (silent_button == 0) { new_line; show(0); }
        break;
      }
      if (noun == 'lever' && location.lever) {
        location.lever = 3 - location.lever; print "It moves with a clunk.^"; break;
      }
      print "Nothing happens.^";
    'pull':
      if (noun == 'lever' && location.lever) {
        location.lever = 3 - location.lever; print "It moves with a clunk.^"; break;
      }
      print "Nothing happens.^";
    'enter', 'board':
      if (noun == 'cart' && parent(cart) == location && parent(player) ~= cart) {
        move player to cart; print "You are now in the cart.^"; break;
      }
      walk(in_to);
    'x//', 'examine', 'read':
      print "There's nothing special about that.^";
    default: print "I don't know that verb.^";
  }
  turns++;
  murmur();
];

[ Main verb noun count;
  verbosity = __VERBOSITY__;
  print "INVENTED WORLD __SEED__: a short exercise^Interactive fiction^Release 1 / Serial number 000001^^";
  put_player(R0);
  show(0);
  for (::) {
    print "^>";
    text_buffer->0 = 80; word_buffer->0 = 20;
    read text_buffer word_buffer;
    count = word_buffer->1;
    if (count == 0) { print "I beg your pardon?^"; continue; }
    verb = (word_buffer + 2)-->0; noun = 0;
    if (verb == 'go' && count > 1) verb = (word_buffer + 6)-->0;
    if (count > 1) noun = word_buffer->(2 + 4 * (count - 1)) * 256 + word_buffer->(3 + 4 * (count - 1));
    turn(verb, noun);
  }
];
"""
DIRECTIONS = {
    "north": "n_to",
    "northeast": "ne_to",
    "east": "e_to",
    "southeast": "se_to",
    "south": "s_to",
    "southwest": "sw_to",
    "west": "w_to",
    "northwest": "nw_to",
    "up": "u_to",
    "down": "d_to",
    "in": "in_to",
    "out": "out_to",
}


def source(world: WorldSpec) -> str:
    """Return the Inform 6 source of a world without any library."""
    properties = " ".join(f"Property {name};" for name in DIRECTIONS.values())
    parts = [
        "Global location; Global score; Global turns;",
        "Global verbosity; Global deaths; Global silent_button;",
        "Attribute shaded; Attribute visited; Attribute touched; Attribute placed;",
        "Attribute hidden; Attribute burning; Attribute opened; Attribute vowel; Attribute fixed;",
        f"{properties} Property describe; Property word; Property first_words;",
        "Property button; Property lever;",
        'Object rooms "rooms";',
    ]
    doors = sorted(
        {
            (min(number, way.to[0]), max(number, way.to[0]))
            for number, room in enumerate(world.rooms)
            for way in room.exits.values()
            if way.kind is Way.DOOR
        }
    )
    parts += [f'Object door_{a}_{b} "oak door";' for a, b in doors]
    parts += [_room(world, number) for number in range(len(world.rooms))]
    parts += [_things(world, number) for number in range(len(world.rooms))]
    cart = f"R{world.vehicle}" if world.vehicle is not None else ""
    parts.append('Object player "you";')
    parts.append(f"Object cart \"cart\" {cart} with word 'cart' has fixed;")
    parts.append("Object lamp \"lamp\" R0 with word 'lamp';")
    checks = " ".join(f"if (location == R{a} or R{b}) return door_{a}_{b};" for a, b in doors)
    parts.append(f"[ door_here; {checks} return 0; ];")
    parts.append(_murmur(world))
    engine = ENGINE.replace("__SEED__", str(world.seed))
    engine = engine.replace("__VERBOSITY__", "2" if world.verbosity is Verbosity.VERBOSE else "1")
    refusal = world.refusal or "You can't go that way."
    engine = engine.replace("__REFUSAL__", refusal)
    engine = engine.replace("__ABOARD__", ", in the cart" if world.seed % 2 else " (in the cart)")
    engine = engine.replace("__FINAL__", "1" if world.dies_for_good else "deaths > 1")
    parts.append(engine)
    return "\n".join(parts) + "\n"


def _room(world: WorldSpec, number: int) -> str:
    room = world.rooms[number]
    title = room.title.upper() if world.capitals else room.title
    body = f"print {quoted(' '.join(room.sentences))};"
    if world.asides:
        body = f'if (turns % 5 == 3) print {quoted(ASIDES[number % 2])}, "^"; {body}'
    if world.moods:
        moods = " ".join(f"{n}: print {quoted(' ' + mood)};" for n, mood in enumerate(MOODS))
        body += f" switch ((turns / 20) % {len(MOODS)}) {{ {moods} }}"
    lines = [f"Object R{number} {quoted(title)} rooms with"]
    if world.gap:
        body = f"new_line; {body}"
    if room.changing:
        one, other = (quoted(" " + sentence) for sentence in room.changing)
        body += f" if (R{number}.lever == 2) print {other}; else print {one};"
        lines.append("  lever 1,")
    if world.exits_line:
        body += f" print {quoted('^' + exits_told(world, number))};"
    if room.button is not None:
        lines.append(f"  button [; silent_button = {int(room.silent)}; return R{room.button}; ],")
    for direction, way in room.exits.items():
        lines.append(f"  {DIRECTIONS[direction]} {_way(number, way)},")
    lines.append(f"  describe [; {body} ]")
    lines.append("  has shaded;" if room.dark else ";")
    return "\n".join(lines)


def _way(number: int, way: Exit) -> str:
    match way.kind:
        case Way.OPEN:
            return f"[; return R{way.to[0]}; ]"
        case Way.TOLD:
            return f'[; print {quoted(way.message)}, "^^"; return R{way.to[0]}; ]'
        case Way.BLOCKED:
            return f'[; print {quoted(way.message)}, "^"; return 1; ]'
        case Way.RANDOM:
            return f"[; if (random(2) == 1) return R{way.to[0]}; return R{way.to[1]}; ]"
        case Way.DEADLY:
            return f'[; print {quoted(way.message)}, "^"; die(); return 1; ]'
        case Way.DOOR:
            a, b = min(number, way.to[0]), max(number, way.to[0])
            return (
                f"[; if (door_{a}_{b} has opened) return R{way.to[0]}; "
                'print "The oak door is closed.^"; return 1; ]'
            )


def _things(world: WorldSpec, number: int) -> str:
    lines: list[str] = []
    for place, item in enumerate(world.rooms[number].items):
        vowel = " vowel" if item[0] in "aeiou" else ""
        if place == 0 and number % 2:
            words = f'first_words "Half hidden in a niche is a {item} that somebody forgot."'
            lines.append(
                f"Object {item}_{number} \"{item}\" R{number} with word '{item}', {words} "
                f"has placed{vowel};"
            )
        else:
            has = f" has{vowel}" if vowel else ""
            lines.append(f"Object {item}_{number} \"{item}\" R{number} with word '{item}'{has};")
    return "\n".join(lines)


def _murmur(world: WorldSpec) -> str:
    says: list[str] = []
    for wanted, lines, share in ((world.weather, WEATHER, 4), (world.bangs, BANGS, 6)):
        if wanted:
            cases = " ".join(f'{n}: print {quoted(line)}, "^";' for n, line in enumerate(lines, 1))
            says.append(f"switch (random({len(lines) * share})) {{ {cases} }}")
    if world.follower:
        says.append(
            "if (location ~= follower_at && is_lit()) "
            f'{{ follower_at = location; print {quoted(FOLLOWER)}, "^"; }}'
        )
    for origin, to in world.drifts:
        says.append(
            f"if (location == R{origin}) {{ if (++drift > 2) {{ drift = 0; "
            f'print {quoted(DRIFTS[origin % len(DRIFTS)])}, "^^"; put_player(R{to}); show(0); }} }}'
        )
    return f"Global follower_at = 0; Global drift = 0;\n[ murmur; {' '.join(says)} rtrue; ];"
