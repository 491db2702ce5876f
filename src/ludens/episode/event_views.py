"""Views over the events for people who query the database: nothing is written for them."""

from __future__ import annotations


def views(dialect: str) -> dict[str, str]:
    """Return the query of each view, by its name, in the SQL of `sqlite` or `postgresql`."""
    on_sqlite = dialect == "sqlite"

    def field(name: str) -> str:
        if on_sqlite:
            return f"json_extract(data, '$.{name}')"
        return f"(CAST(data AS json) ->> '{name}')"

    def newest(key: str, value: str, types: str) -> str:
        """Return a query for the last `value` that is not null among events of these types."""
        return f"""
            SELECT episode_id, {key}, {key}_value AS value, turn FROM (
                SELECT episode_id, {field(key)} AS {key}, {value} AS {key}_value, turn,
                    ROW_NUMBER() OVER (
                        PARTITION BY episode_id, {field(key)} ORDER BY seq DESC
                    ) AS age
                FROM event WHERE type IN ({types}) AND {value} IS NOT NULL
            ) AS told WHERE age = 1
        """

    def joined(query: str, alias: str, key: str) -> str:
        return (
            f"LEFT JOIN ({query}) AS {alias} "
            f"ON {alias}.episode_id = found.episode_id AND {alias}.{key} = found.{key}"
        )

    def found(key: str, type_: str, *fields: str) -> str:
        """Return a query for what the first event of this type says of each thing."""
        kept = "".join(f", {name}" for name in fields)
        read = "".join(f", {field(name)} AS {name}" for name in fields)
        return f"""(
            SELECT episode_id, {key}, turn AS first_turn{kept} FROM (
                SELECT episode_id, {field(key)} AS {key}, turn{read},
                    ROW_NUMBER() OVER (PARTITION BY episode_id, {field(key)} ORDER BY seq) AS age
                FROM event WHERE type = '{type_}'
            ) AS told WHERE age = 1
        ) AS found"""

    def last(value: str, type_: str, when: str) -> str:
        """Return a query for a value of the last event of a type, seen from a turn."""
        return f"""(
            SELECT {value} FROM event AS told
            WHERE told.episode_id = event.episode_id AND told.type = '{type_}'
                AND told.turn {when} event.turn ORDER BY told.seq DESC LIMIT 1
        )"""

    views = {}
    views["turns"] = f"""
        SELECT episode_id, turn, MAX(time) AS time, COUNT(*) AS events,
            MAX(CASE WHEN type = 'command_chosen' THEN {field("command")} END) AS command,
            {last(field("text").replace("data", "told.data"), "text_observed", "=")} AS answer,
            {last(field("room").replace("data", "told.data"), "player_moved", "<=")} AS room,
            CAST({last(field("score").replace("data", "told.data"), "score_change", "<=")}
                AS INTEGER) AS score
        FROM event GROUP BY episode_id, turn
    """
    name_of_room = newest("room", field("name"), "'room_found', 'room_changed'")
    merged = newest("room", field("into"), "'rooms_merged'")
    views["rooms"] = f"""
        SELECT found.episode_id, found.room, named.value AS name, found.first_turn,
            CAST(found.location AS INTEGER) AS location,
            COALESCE(visited.visits, 0) AS visits, visited.last_turn, merged.value AS merged_into
        FROM {found("room", "room_found", "location")}
        {joined(name_of_room, "named", "room")}
        {joined(merged, "merged", "room")}
        LEFT JOIN (
            SELECT episode_id, {field("room")} AS room, COUNT(*) AS visits, MAX(turn) AS last_turn
            FROM event WHERE type = 'player_moved' GROUP BY episode_id, {field("room")}
        ) AS visited ON visited.episode_id = found.episode_id AND visited.room = found.room
    """
    views["connections"] = f"""
        SELECT episode_id, {field("room")} AS room, {field("direction")} AS direction,
            {field("to")} AS destination, MIN(turn) AS first_turn, MAX(turn) AS last_turn,
            SUM(CASE WHEN {field("assumed")} IS NULL THEN 1 ELSE 0 END) AS walked
        FROM event WHERE type = 'exit_explored'
        GROUP BY episode_id, {field("room")}, {field("direction")}, {field("to")}
    """
    name_of_item = newest("item", field("name"), "'item_found', 'item_changed'")
    place_of_item = newest("item", field("place"), "'item_found', 'item_moved'")
    views["items"] = f"""
        SELECT found.episode_id, found.item, named.value AS name, found.first_turn,
            placed.value AS place, placed.turn AS placed_turn
        FROM {found("item", "item_found")}
        {joined(name_of_item, "named", "item")}
        {joined(place_of_item, "placed", "item")}
    """
    summary = newest("puzzle", field("summary"), "'puzzle_found', 'puzzle_changed'")
    status = newest(
        "puzzle",
        "CASE type WHEN 'puzzle_found' THEN 'open' WHEN 'puzzle_solved' THEN 'solved' "
        f"ELSE {field('status')} END",
        "'puzzle_found', 'puzzle_changed', 'puzzle_solved'",
    )
    views["puzzles"] = f"""
        SELECT found.episode_id, found.puzzle, found.kind, summed.value AS summary, found.room,
            found.first_turn, standing.value AS status, standing.turn AS status_turn
        FROM {found("puzzle", "puzzle_found", "kind", "room")}
        {joined(summary, "summed", "puzzle")}
        {joined(status, "standing", "puzzle")}
    """
    return views
