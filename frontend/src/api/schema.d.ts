// Made by `make types` from the server; not to be changed by hand.

export interface paths {
    "/api/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Episodes
         * @description Return one page of the episodes that match.
         */
        get: operations["list_episodes"];
        put?: never;
        /**
         * Begin Episode
         * @description Begin a new episode; a process of its own plays it.
         */
        post: operations["begin_episode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Episode
         * @description Return one episode with its forks; its settings for whoever may see everything.
         */
        get: operations["read_episode"];
        put?: never;
        post?: never;
        /**
         * Throw Away
         * @description Take an episode out of the store for good; one that is being played is refused.
         */
        delete: operations["throw_away"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Page
         * @description Return one page of the book that a game is played in.
         */
        get: operations["read_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All Calls
         * @description Return the calls of an episode that match, one page of them.
         */
        get: operations["all_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Control Episode
         * @description Ask something of an episode; if nobody plays it, a process begins to.
         */
        post: operations["control_episode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Events
         * @description Return lines of the log from a sequence number on.
         */
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Episode
         * @description Return an episode as a file, as `ludens export` writes it.
         */
        get: operations["export_episode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork Episode
         * @description Make a new episode that shares this one's turns, and play it from there.
         */
        post: operations["fork_episode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask For A Hint
         * @description Return what the company would type now; nothing of it touches the game.
         */
        post: operations["ask_for_a_hint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Map
         * @description Return where every room of an adventure stands, once for all its turns.
         */
        get: operations["read_map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Marks
         * @description Return the moments worth jumping to.
         */
        get: operations["read_marks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Figures
         * @description Return the episode in figures; those of its calls for whoever may see everything.
         */
        get: operations["read_figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read People
         * @description Return what the player has changed of a book's people; it is kept with the book.
         */
        get: operations["read_people"];
        /**
         * Change Person
         * @description Change somebody in the book: it holds from the next turn of every game in it.
         */
        put: operations["change_person"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Progress
         * @description Return where the turn is that is being played, as far as its calls tell.
         */
        get: operations["read_progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search
         * @description Return the turns in which words are shown, whatever their case; of a long game in parts.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/stretch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Frames
         * @description Return consecutive turns as the page shows them, at most 200.
         */
        get: operations["read_frames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Table
         * @description Return who sits where and how the game stands, and no more than that viewer may know.
         */
        get: operations["read_table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer
         * @description Decide what a seat is asked; raises SettingsError for what cannot be decided.
         */
        post: operations["answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Table Marks
         * @description Return the moments worth jumping to, as that viewer knows them.
         */
        get: operations["read_table_marks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play On
         * @description Let a process play the game on, for somebody who sits there.
         */
        post: operations["play_on"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table/sit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sit Down
         * @description Take a person's seat that nobody holds, or come back to one with its key.
         *
         *     The cookie that is set is what every other address asks for.
         */
        post: operations["sit_down"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/table/stretch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Steps
         * @description Return consecutive steps as the page shows them, at most 400.
         */
        get: operations["read_steps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Tag Episode
         * @description Give an episode these tags and no others.
         */
        put: operations["tag_episode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/turns/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Turn
         * @description Return the whole state after a turn, and what happened in it.
         */
        get: operations["read_turn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/turns/{number}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Calls
         * @description Return the calls of a turn: the exact prompts and replies, and what they took.
         */
        get: operations["list_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/turns/{number}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Media
         * @description Return whether hooks drew the room of a turn, and spoke its words.
         */
        get: operations["read_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/turns/{number}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Picture
         * @description Return the picture of the room where the player is in a turn.
         */
        get: operations["read_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/episodes/{episode}/turns/{number}/sound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Sound
         * @description Return the words of a turn as sound, to whoever may read all of them.
         */
        get: operations["read_sound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read House
         * @description Return what this server has and allows, and what a new episode may be played with.
         */
        get: operations["read_house"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Suites
         * @description Return every suite with its cells, what remains in time and money, and scores so far.
         */
        get: operations["list_suites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites/cells": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Cells
         * @description Return the cells of a suite that were begun, each with the episode that counts for it.
         */
        get: operations["list_cells"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare Parts
         * @description Return how `other` differs from `one`, pair by pair: SUITE, SUITE:MODEL or
         *     SUITE:MODEL/VARIANT.
         */
        get: operations["compare_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suites/curves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Curves
         * @description Return the mean score against turns of each group of a suite's finished adventures.
         */
        get: operations["list_curves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Tournaments
         * @description Return every tournament of Mafia, with how the models stand so far.
         */
        get: operations["list_tournaments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tournaments/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Tournament Games
         * @description Return the games of a tournament that were begun.
         */
        get: operations["list_tournament_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "adventure/AdventureDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adventure Adventuredetails
         * @description Not sent by itself. The adventure's own part of an entry.
         */
        post: operations["adventure_AdventureDetailsadventure_AdventureDetails_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adventure/AdventureFrame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adventure Adventureframe
         * @description Not sent by itself. All that the page shows of an adventure's state.
         */
        post: operations["adventure_AdventureFrameadventure_AdventureFrame_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adventure/StorySource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adventure Storysource
         * @description Not sent by itself. Where a story comes from: exactly one of the three.
         */
        post: operations["adventure_StorySourceadventure_StorySource_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mafia/Asked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mafia Asked
         * @description Not sent by itself. A decision that is wanted of a seat.
         */
        post: operations["mafia_Askedmafia_Asked_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mafia/MafiaDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mafia Mafiadetails
         * @description Not sent by itself. What the table needs of a turn besides the entry.
         */
        post: operations["mafia_MafiaDetailsmafia_MafiaDetails_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mafia/MafiaFrame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mafia Mafiaframe
         * @description Not sent by itself. All that the page shows of a table.
         */
        post: operations["mafia_MafiaFramemafia_MafiaFrame_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Status
         * @description Sent over the WebSocket at the beginning and when something changes.
         */
        post: operations["statusstatus_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "story/StoryFrame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Story Storyframe
         * @description Not sent by itself. All that the page shows of the state.
         */
        post: operations["story_StoryFramestory_StoryFrame_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    turn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn
         * @description Sent over the WebSocket for each turn.
         */
        post: operations["turnturn_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Accepted
         * @description A request was taken down; the live messages tell what comes of it.
         */
        Accepted: {
            /** Episode */
            episode: string;
        };
        /**
         * ActFrame
         * @description A power that was used tonight.
         */
        ActFrame: {
            /** Target */
            target: number;
            /** Verb */
            verb: string;
        };
        /**
         * AdjustmentTold
         * @description What one mechanism put on a score.
         */
        AdjustmentTold: {
            /** Amount */
            amount: number;
            /** Mechanism */
            mechanism: string;
            /** Reason */
            reason: string;
        };
        /**
         * AdventureDetails
         * @description The adventure's own part of an entry.
         */
        AdventureDetails: {
            /** Reviews */
            reviews: components["schemas"]["Review"][];
        };
        /**
         * AdventureFrame
         * @description All that the page shows of an adventure's state.
         */
        AdventureFrame: {
            /** Around */
            around: string[];
            /** Best */
            best?: number;
            /** Carrying */
            carrying: string[];
            /** Deaths */
            deaths: number;
            /** Goal */
            goal?: string;
            /** Here */
            here?: string;
            /** Items */
            items: {
                [key: string]: components["schemas"]["ItemFrame"];
            };
            /** Key Wanted */
            key_wanted?: boolean;
            /** Max Score */
            max_score?: number;
            /** Mazes */
            mazes: {
                [key: string]: components["schemas"]["MazeFrame"];
            };
            /** Notes */
            notes?: string;
            plan?: components["schemas"]["PlanFrame"];
            /** Puzzles */
            puzzles: {
                [key: string]: components["schemas"]["PuzzleFrame"];
            };
            /** Rooms */
            rooms: {
                [key: string]: components["schemas"]["RoomFrame"];
            };
            /** Score */
            score?: number;
            stuck?: components["schemas"]["StuckFrame"];
            /** Suggestions */
            suggestions: {
                [key: string]: components["schemas"]["SuggestionFrame"];
            };
            /** Warnings */
            warnings: string[];
            /** Won */
            won?: boolean;
        };
        /**
         * AnswerRequest
         * @description What a person decided.
         */
        AnswerRequest: {
            /**
             * Accuses
             * @default []
             */
            accuses?: number[];
            /** Choice */
            choice?: number | null;
            /** Claims */
            claims?: string | null;
            /**
             * Defends
             * @default []
             */
            defends?: number[];
            /**
             * Findings
             * @default []
             */
            findings?: components["schemas"]["SaidFinding"][];
            /** Seat */
            seat: number;
            /** Token */
            token: string;
            /**
             * Words
             * @default
             */
            words?: string;
        };
        /**
         * Asked
         * @description A decision that is wanted of a seat.
         */
        Asked: {
            /** Ask */
            ask: string;
            /** Decider */
            decider?: number | null;
            /** Longest */
            longest?: number | null;
            /** May Pass */
            may_pass: boolean;
            /** Options */
            options: number[];
            /** Place */
            place: string;
            /** Token */
            token: string;
            /** Until */
            until: number | null;
            /** Verb */
            verb?: string | null;
        };
        /**
         * Atlas
         * @description The layout. Lengths are in units of the drawing; a room's place is its upper left corner.
         */
        Atlas: {
            /** Box */
            box: [
                number,
                number
            ];
            /** Gap */
            gap: [
                number,
                number
            ];
            /** Height */
            height: number;
            /** Left */
            left: number;
            /** Links */
            links: components["schemas"]["Link"][];
            /** Mazes */
            mazes: {
                [key: string]: string[];
            };
            /** Rooms */
            rooms: {
                [key: string]: [
                    number,
                    number
                ];
            };
            /** Top */
            top: number;
            /** Width */
            width: number;
        };
        /**
         * AttemptFrame
         * @description An idea that was tried.
         */
        AttemptFrame: {
            /** Command */
            command: string;
            /** Turn */
            turn: number;
            /** Worked */
            worked: boolean;
        };
        /**
         * BlockDocument
         * @description A piece of a prompt.
         */
        BlockDocument: {
            /** Cache Point */
            cache_point: boolean;
            /** Role */
            role: string;
            /** Shared */
            shared: boolean;
            /** Text */
            text: string;
        };
        /**
         * BookPage
         * @description One page of a book.
         */
        BookPage: {
            /** Chapters */
            chapters: components["schemas"]["ChapterEntry"][];
            /** Page */
            page: number;
            /** Pages */
            pages: number;
            /** Passages */
            passages: components["schemas"]["PagePassage"][];
            /** Title */
            title: string;
        };
        /**
         * CallDocument
         * @description One attempt at one request.
         */
        CallDocument: {
            /** Agent */
            agent: string;
            /** Attempt */
            attempt: number;
            /** Cache Note */
            cache_note: string | null;
            /** Cache Write Tokens */
            cache_write_tokens: number | null;
            /** Cached Tokens */
            cached_tokens: number | null;
            /** Characters */
            characters: number;
            /** Cost */
            cost: string | null;
            /** Curl */
            curl: string;
            /** Difference */
            difference: components["schemas"]["DifferenceLine"][];
            /** Error */
            error: string | null;
            /** Id */
            id: number;
            /** Input Tokens */
            input_tokens: number | null;
            /** Latency Ms */
            latency_ms: number;
            /** Model */
            model: string;
            /** Notes */
            notes: string[];
            /** Output Schema */
            output_schema: {
                [key: string]: unknown;
            } | null;
            /** Output Tokens */
            output_tokens: number | null;
            /** Parsed */
            parsed: unknown;
            /** Previous Turn */
            previous_turn: number | null;
            /** Prompt */
            prompt: components["schemas"]["BlockDocument"][];
            /** Provider */
            provider: string;
            /** Reasoning Tokens */
            reasoning_tokens: number | null;
            /** Reply */
            reply: string | null;
            /** Sampling */
            sampling: {
                [key: string]: unknown;
            };
            /** Schema Name */
            schema_name: string | null;
            /** Shared Characters */
            shared_characters: number;
            /** Spared */
            spared: boolean;
            /** Started */
            started: number;
            /** Stop */
            stop: string | null;
        };
        /**
         * CallLine
         * @description One attempt at one request, as a list shows it.
         */
        CallLine: {
            /** Agent */
            agent: string;
            /** Attempt */
            attempt: number;
            /** Cached Tokens */
            cached_tokens: number | null;
            /** Cost */
            cost: string | null;
            /** Error */
            error: string | null;
            /** Excerpt */
            excerpt: string | null;
            /** Id */
            id: number;
            /** Inherited */
            inherited: boolean;
            /** Input Tokens */
            input_tokens: number | null;
            /** Latency Ms */
            latency_ms: number;
            /** Model */
            model: string;
            /** Output Tokens */
            output_tokens: number | null;
            /** Spared */
            spared: boolean;
            /** Started */
            started: number;
            /** Turn */
            turn: number;
            /** Unreadable */
            unreadable: string | null;
        };
        /**
         * CallList
         * @description Calls that match.
         */
        CallList: {
            /** Agents */
            agents: string[];
            /** By Agent */
            by_agent: components["schemas"]["CallTotals"][];
            /** Calls */
            calls: components["schemas"]["CallLine"][];
            /** Inherited */
            inherited: number;
            /** Models */
            models: string[];
            /** Spared */
            spared: number;
            sums: components["schemas"]["CallTotals"];
            /** Total */
            total: number;
        };
        /**
         * CallOrder
         * @description Which calls come first.
         * @enum {string}
         */
        CallOrder: "asked" | "dearest" | "slowest" | "longest";
        /**
         * CallsDocument
         * @description The calls of a turn, in the order they were made.
         */
        CallsDocument: {
            /** Calls */
            calls: components["schemas"]["CallDocument"][];
            /** Turn */
            turn: number;
        };
        /**
         * CallSeries
         * @description The calls of one agent over the turns, in bins.
         */
        CallSeries: {
            /** Agent */
            agent: string;
            /** Cost */
            cost: (number | null)[];
            /** Hit Rate */
            hit_rate: (number | null)[];
            /** Latency Ms */
            latency_ms: (number | null)[];
            /** Tokens */
            tokens: number[];
        };
        /**
         * CallTotals
         * @description The calls of one agent, or to one model, or all of them.
         */
        CallTotals: {
            /** Cache Note */
            cache_note: string | null;
            /** Cache Write Tokens */
            cache_write_tokens: number;
            /** Cached Tokens */
            cached_tokens: number;
            /** Calls */
            calls: number;
            /** Cost */
            cost: string | null;
            /** Failed */
            failed: number;
            /** Hit Rate */
            hit_rate: number | null;
            /** Input Tokens */
            input_tokens: number;
            /** Latency Ms */
            latency_ms: number;
            /** Latency P95 Ms */
            latency_p95_ms: number;
            /** Name */
            name: string;
            /** Output Tokens */
            output_tokens: number;
            /** Spared */
            spared: number;
            /** Unpriced */
            unpriced: number;
        };
        /**
         * Card
         * @description Somebody in a book as the player has them.
         */
        Card: {
            /**
             * Aliases
             * @default []
             */
            aliases?: string[];
            /**
             * Background
             * @default
             */
            background?: string;
            /**
             * Name
             * @default
             */
            name?: string;
            /** Of */
            of: string;
        };
        /**
         * CardList
         * @description The cards that the player has changed.
         */
        CardList: {
            /** Cards */
            cards: components["schemas"]["Card"][];
        };
        /**
         * CardRequest
         * @description What the player wants somebody to be; an empty field leaves what the book has.
         */
        CardRequest: {
            /**
             * Aliases
             * @default []
             */
            aliases?: string[];
            /**
             * Background
             * @default
             */
            background?: string;
            /**
             * Name
             * @default
             */
            name?: string;
            /** Of */
            of: string;
        };
        /**
         * ChairDocument
         * @description A chair of the table.
         */
        ChairDocument: {
            /** Held */
            held: boolean;
            /** Name */
            name: string;
            /** Person */
            person: boolean;
            /** Seat */
            seat: number;
            /** Yours */
            yours: boolean;
        };
        /**
         * Changes
         * @description Settings that differ; each section as in `ludens.toml`.
         */
        Changes: {
            /**
             * Game
             * @default {}
             */
            game?: {
                [key: string]: unknown;
            };
            /**
             * Limits
             * @default {}
             */
            limits?: {
                [key: string]: unknown;
            };
            /**
             * Models
             * @default {}
             */
            models?: {
                [key: string]: unknown;
            };
            on_model_failure?: components["schemas"]["OnModelFailure"] | null;
        };
        /**
         * ChapterEntry
         * @description A chapter in the table of contents.
         */
        ChapterEntry: {
            /** Page */
            page: number;
            /** Title */
            title: string;
        };
        /**
         * ControlRequest
         * @description Something asked of a running episode. If nobody plays it, somebody begins to.
         */
        ControlRequest: {
            /**
             * Decision
             * @default {}
             */
            decision?: {
                [key: string]: unknown;
            };
            kind: components["schemas"]["RequestKind"];
            /**
             * Now
             * @default false
             */
            now?: boolean;
            /**
             * @default {
             *       "game": {},
             *       "limits": {},
             *       "models": {}
             *     }
             */
            settings?: components["schemas"]["Changes"];
        };
        /**
         * CountDetails
         * @description Votes that were counted in this turn.
         */
        CountDetails: {
            /** Ballots */
            ballots: {
                [key: string]: number;
            };
            /** Out */
            out?: number;
            /** Tied */
            tied: number[];
        };
        /**
         * DeathFrame
         * @description How somebody died.
         */
        DeathFrame: {
            /** Cause */
            cause: string;
            /** Day */
            day: number;
            /** Role */
            role?: string;
        };
        /**
         * DifferenceLine
         * @description A line of a prompt compared with that of the agent's call before.
         */
        DifferenceLine: {
            /** Sign */
            sign: string;
            /** Text */
            text: string;
        };
        /**
         * Entry
         * @description What happened in one turn, for the transcript and the panels.
         */
        Entry: {
            /** By */
            by?: string;
            /** Calls */
            calls?: number;
            /** Command */
            command?: string;
            /** Cost */
            cost?: string;
            /** Details */
            details?: {
                [key: string]: unknown;
            };
            /** Moved */
            moved?: {
                [key: string]: string;
            };
            /** Notes */
            notes: components["schemas"]["Note"][];
            /** Text */
            text?: string;
            /** Thoughts */
            thoughts: components["schemas"]["Thought"][];
            /** Time */
            time: number;
            /** Title */
            title?: string;
            /** Tokens */
            tokens?: number;
            /** Turn */
            turn: number;
            /** Without */
            without?: string[];
        };
        /**
         * EpisodeCard
         * @description An episode as a list shows it.
         */
        EpisodeCard: {
            /** Answered */
            answered: number;
            /** Away */
            away: number;
            /** Calls */
            calls: number;
            /** Cost */
            cost: string | null;
            /** Created */
            created: number;
            /** Game */
            game: string;
            /** Id */
            id: string;
            /** Items */
            items: number | null;
            /** Last Seq */
            last_seq: number;
            /** Max Score */
            max_score: number | null;
            /** Model */
            model: string;
            /** Outcome */
            outcome: string | null;
            /** Parent */
            parent: string | null;
            /** Parent Turn */
            parent_turn: number | null;
            /** Perception */
            perception: string | null;
            /** Place */
            place: string | null;
            /** Reason */
            reason: string | null;
            /** Rooms */
            rooms: number | null;
            /** Score */
            score: number | null;
            /** Searches */
            searches: boolean;
            /** Seconds */
            seconds: number;
            /** Seed */
            seed: string;
            /** Sparkline */
            sparkline: [
                number,
                number
            ][];
            /** Status */
            status: string;
            /** Subject */
            subject: string;
            /** Suite */
            suite: string | null;
            /** Tags */
            tags: string[];
            /** Title */
            title: string;
            /** Tokens */
            tokens: number;
            /** Turns */
            turns: number;
            /** Updated */
            updated: number;
            /** Variant */
            variant: string | null;
            /** Winner */
            winner: string | null;
        };
        /**
         * EpisodeDocument
         * @description One episode.
         */
        EpisodeDocument: {
            card: components["schemas"]["EpisodeCard"];
            /** Family */
            family: components["schemas"]["Relative"][];
            imported: components["schemas"]["ImportedDocument"] | null;
            /** Left */
            left: boolean;
            /** Settings */
            settings: {
                [key: string]: unknown;
            };
            /** Starting */
            starting: boolean;
            /** Trouble */
            trouble: string | null;
            /** Viewers */
            viewers: components["schemas"]["ViewerDocument"][];
        };
        /**
         * EpisodeList
         * @description Episodes that match a search.
         */
        EpisodeList: {
            /** Damaged */
            damaged: number;
            /** Episodes */
            episodes: components["schemas"]["EpisodeCard"][];
            /** Models */
            models: string[];
            /** Suites */
            suites: string[];
            /** Tags */
            tags: string[];
            /** Total */
            total: number;
        };
        /**
         * EventDocument
         * @description One line of a log.
         */
        EventDocument: {
            /** Data */
            data: {
                [key: string]: unknown;
            };
            /** Seq */
            seq: number;
            /** Time */
            time: number;
            /** Turn */
            turn: number;
            /** Type */
            type: string;
        };
        /**
         * EventPage
         * @description Lines of a log, in order.
         */
        EventPage: {
            /** Events */
            events: components["schemas"]["EventDocument"][];
            /** Next Seq */
            next_seq: number | null;
        };
        /**
         * ExitFrame
         * @description A way out of a room. Flags are there when they are so.
         */
        ExitFrame: {
            /** Deaths */
            deaths?: number;
            /** One Way */
            one_way?: boolean;
            /** Random */
            random?: boolean;
            /** Reason */
            reason?: string;
            /** Status */
            status: string;
            /** Teleport */
            teleport?: boolean;
            /** To */
            to?: string;
        };
        /**
         * FailureDocument
         * @description An agent whose model gave nothing to use so far.
         */
        FailureDocument: {
            /** Agent */
            agent: string;
            /** At */
            at: number;
            /** Attempts */
            attempts: number;
            /** Error */
            error: string;
            /** Model */
            model: string;
            /** Retry After */
            retry_after: number | null;
        };
        /**
         * FinaleFrame
         * @description What the game came to, in sentences.
         */
        FinaleFrame: {
            /** Day */
            day?: number;
            /** Fooled */
            fooled: string[];
            /** Saw */
            saw: string[];
            /** Turning */
            turning: string;
        };
        /**
         * FindingFrame
         * @description What an investigation found.
         */
        FindingFrame: {
            /** Mafia */
            mafia: boolean;
            /** Seat */
            seat: number;
        };
        /**
         * ForkRequest
         * @description A new episode that shares another's turns up to one of them.
         */
        ForkRequest: {
            /**
             * Hold
             * @default false
             */
            hold?: boolean;
            /** Seed */
            seed?: number | null;
            /**
             * @default {
             *       "game": {},
             *       "limits": {},
             *       "models": {}
             *     }
             */
            settings?: components["schemas"]["Changes"];
            /** Turn */
            turn: number;
        };
        /**
         * Form
         * @description What an export is for.
         * @enum {string}
         */
        Form: "jsonl" | "html";
        /**
         * Found
         * @description A turn in which something was found.
         */
        Found: {
            /** Excerpt */
            excerpt: string;
            /**
             * Pane
             * @enum {string}
             */
            pane: "story" | "mind";
            /** Turn */
            turn: number;
        };
        /**
         * HintDocument
         * @description What the company would do now.
         */
        HintDocument: {
            /** Command */
            command: string;
            /** Episode */
            episode: string | null;
            /** Reasoning */
            reasoning: string;
        };
        /**
         * HouseDocument
         * @description What this server has and allows.
         */
        HouseDocument: {
            /** Games */
            games: string[];
            /** Models */
            models: components["schemas"]["ModelChoice"][];
            /** Most File Bytes */
            most_file_bytes: number;
            /** Pictures */
            pictures: boolean;
            /** Read Only */
            read_only: boolean;
            /** Settings */
            settings: {
                [key: string]: unknown;
            };
            /** Settings Schema */
            settings_schema: {
                [key: string]: unknown;
            };
            /** Speech */
            speech: boolean;
            /** Stories */
            stories: components["schemas"]["StoryChoice"][];
            /** Tales */
            tales: components["schemas"]["StoryChoice"][];
            /** Version */
            version: string;
        };
        /** HTTPValidationError */
        HTTPValidationError: {
            /** Detail */
            detail?: components["schemas"]["ValidationError"][];
        };
        /**
         * ImportedDocument
         * @description What playing on an imported episode comes to, told before it is done.
         */
        ImportedDocument: {
            /** Models */
            models: string[];
            /** Refused */
            refused: string | null;
            /** Unused */
            unused: components["schemas"]["UnusedSetting"][];
        };
        /**
         * ItemFrame
         * @description An item.
         */
        ItemFrame: {
            /** Description */
            description?: string;
            /** Name */
            name: string;
            /** Place */
            place: string;
            /** Traits */
            traits: string[];
        };
        /**
         * Line
         * @description A line of the transcript.
         */
        Line: {
            /** Speaker */
            speaker?: string;
            /** Text */
            text: string;
            /** Tone */
            tone: string;
        };
        /**
         * Link
         * @description A line between two rooms, for a way and, if there is one, the way back.
         */
        Link: {
            /** Back */
            back: string;
            /** Heading */
            heading: number;
            /** Middle */
            middle: [
                number,
                number
            ];
            /** Path */
            path: string;
            /** Room */
            room: string;
            /** To */
            to: string;
            /** Way */
            way: string;
        };
        /**
         * LiveStatus
         * @description How the episode stands; sent at the beginning and whenever it changes.
         */
        LiveStatus: {
            /** Answered */
            answered: number;
            /** Calls */
            calls: number;
            /** Cost */
            cost: string | null;
            /** Last Seq */
            last_seq: number;
            /** Left */
            left: boolean;
            /** Outcome */
            outcome: string | null;
            /** Reason */
            reason: string | null;
            /** Requested */
            requested: string | null;
            /** Since */
            since: number;
            /** Starting */
            starting: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "playing" | "held" | "paused" | "ended";
            /** Tokens */
            tokens: number;
            /** Trouble */
            trouble: string | null;
            /** Turns */
            turns: number;
            /**
             * Type
             * @constant
             */
            type: "status";
            under_way?: components["schemas"]["UnderWayDocument"];
            /** Viewers */
            viewers: components["schemas"]["ViewerDocument"][];
        };
        /**
         * LiveTurn
         * @description A turn was committed (seed 000 §8). Other games than the adventure lack its own fields.
         */
        LiveTurn: {
            /** Agent Reasoning */
            agent_reasoning: string;
            /** Command */
            command: string | null;
            entry: components["schemas"]["Entry"];
            /** Events */
            events: components["schemas"]["EventDocument"][];
            /** First Seq */
            first_seq: number;
            /** Inventory */
            inventory: string[];
            /** Last Seq */
            last_seq: number;
            metrics: components["schemas"]["TurnMetrics"];
            /** New Items */
            new_items: components["schemas"]["NewItem"][];
            /** Output */
            output: string;
            /** Patch */
            patch: {
                [key: string]: unknown;
            };
            /** Puzzles Updated */
            puzzles_updated: {
                [key: string]: unknown;
            }[];
            room: components["schemas"]["RoomHere"] | null;
            /** Turn Number */
            turn_number: number;
            /**
             * Type
             * @constant
             */
            type: "turn";
        };
        /**
         * MafiaDetails
         * @description What the table needs of a turn besides the entry.
         */
        MafiaDetails: {
            /** Ballot */
            ballot?: number;
            count?: components["schemas"]["CountDetails"];
            /** Died */
            died: number[];
            /** Lines */
            lines: components["schemas"]["Line"][];
            spoken?: components["schemas"]["SpokenDetails"];
        };
        /**
         * MafiaFrame
         * @description All that the page shows of a table.
         */
        MafiaFrame: {
            /** Accusations */
            accusations: {
                [key: string]: number[];
            };
            /** Beliefs */
            beliefs: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** Composition */
            composition: {
                [key: string]: number;
            };
            /** Day */
            day: number;
            /** Deaths */
            deaths: {
                [key: string]: components["schemas"]["DeathFrame"];
            };
            /** Defences */
            defences: {
                [key: string]: number[];
            };
            finale?: components["schemas"]["FinaleFrame"];
            night?: components["schemas"]["NightFrame"];
            /** Nominations */
            nominations: {
                [key: string]: number;
            };
            /** Order */
            order: number[];
            own?: components["schemas"]["OwnFrame"];
            /** Phase */
            phase: string;
            /** Seats */
            seats: {
                [key: string]: components["schemas"]["SeatFrame"];
            };
            /** Tied */
            tied: number[];
            votes: components["schemas"]["VotesFrame"];
            /** Waits */
            waits: number[];
            /** Winner */
            winner?: string;
            /** Winners */
            winners?: number[];
        };
        /**
         * MapDocument
         * @description The layout of an episode's map.
         */
        MapDocument: {
            atlas: components["schemas"]["Atlas"];
            /** Turns */
            turns: number;
        };
        /**
         * Mark
         * @description A moment worth jumping to, drawn on the scrubber.
         */
        Mark: {
            /** Kind */
            kind: string;
            /** Text */
            text: string;
            /** Turn */
            turn: number;
        };
        /**
         * Marks
         * @description What the scrubber shows of a whole episode.
         */
        Marks: {
            /** Marks */
            marks: components["schemas"]["Mark"][];
            /** Spans */
            spans: components["schemas"]["Span"][];
        };
        /**
         * MazeFrame
         * @description A maze.
         */
        MazeFrame: {
            /** Budget */
            budget: number;
            /** Carried */
            carried: string[];
            /** Entry */
            entry?: string;
            /** Mapped */
            mapped: boolean;
            /** Markers */
            markers: {
                [key: string]: string;
            };
            /** Phase */
            phase: string;
            /** Reason */
            reason?: string;
            /** Rooms */
            rooms: string[];
            /** Spent */
            spent: number;
            /** Traits */
            traits: {
                [key: string]: string;
            };
        };
        /**
         * MeanDocument
         * @description A mean with its 95% bootstrap interval.
         */
        MeanDocument: {
            /** High */
            high: number | null;
            /** Low */
            low: number | null;
            /** Mean */
            mean: number;
            /** Number */
            number: number;
        };
        /**
         * Measure
         * @description What episodes of a suite are compared by.
         * @enum {string}
         */
        Measure: "score" | "town" | "auroc";
        /**
         * MediaDocument
         * @description What there is to see and hear of a turn.
         */
        MediaDocument: {
            /** Picture */
            picture: string | null;
            /** Sound */
            sound: string | null;
        };
        /**
         * MetricsDocument
         * @description An episode in figures.
         */
        MetricsDocument: {
            /** Agents */
            agents: components["schemas"]["CallTotals"][];
            /** Bin Turns */
            bin_turns: number;
            /** Bins */
            bins: number[];
            /** By Agent */
            by_agent: components["schemas"]["CallSeries"][];
            /** Models */
            models: components["schemas"]["CallTotals"][];
            /** Series */
            series: components["schemas"]["Series"][];
            total: components["schemas"]["CallTotals"];
            /** Turns */
            turns: number;
        };
        /**
         * ModelChoice
         * @description A model that can be named.
         */
        ModelChoice: {
            /** Name */
            name: string;
            /** Note */
            note: string;
            /** Ready */
            ready: boolean;
        };
        /**
         * NewEpisodeRequest
         * @description A new episode.
         */
        NewEpisodeRequest: {
            /**
             * By Hand
             * @default false
             */
            by_hand?: boolean;
            /**
             * Game
             * @default adventure
             */
            game?: string;
            /**
             * Hold
             * @default false
             */
            hold?: boolean;
            /** Seed */
            seed?: number | null;
            /**
             * @default {
             *       "game": {},
             *       "limits": {},
             *       "models": {}
             *     }
             */
            settings?: components["schemas"]["Changes"];
            /**
             * Subject
             * @default {}
             */
            subject?: {
                [key: string]: unknown;
            };
        };
        /**
         * NewItem
         * @description An item seen for the first time.
         */
        NewItem: {
            /** Id */
            id: string;
            /** Location */
            location: string;
            /** Name */
            name: string;
        };
        /**
         * NightFrame
         * @description What happens in the dark, as far as the viewer knows.
         */
        NightFrame: {
            /** Acts */
            acts: {
                [key: string]: components["schemas"]["ActFrame"];
            };
            /** Kill */
            kill?: number;
            /** Proposals */
            proposals: {
                [key: string]: number;
            };
        };
        /**
         * Note
         * @description One thing that happened, in a person's words.
         */
        Note: {
            /** Kind */
            kind: string;
            /** Text */
            text: string;
        };
        /**
         * OnModelFailure
         * @description What happens when a role's model gives no answer.
         * @enum {string}
         */
        OnModelFailure: "offline" | "pause" | "stop";
        /**
         * OwnFrame
         * @description What the seat that looks knows of itself.
         */
        OwnFrame: {
            /** Findings */
            findings: components["schemas"]["FindingFrame"][];
            /** Goal */
            goal: string;
            /** Partners */
            partners: number[];
            /** Plans */
            plans: {
                [key: string]: string;
            };
            /** Role */
            role: string;
            /** Seat */
            seat: number;
            /** Used */
            used: string[];
        };
        /**
         * PagePassage
         * @description A passage where it stands in the book.
         */
        PagePassage: {
            /** Begins */
            begins: boolean;
            /** Chapter */
            chapter: number;
            /** Id */
            id: string;
            /** Offset */
            offset: number;
            /** Text */
            text: string;
        };
        /**
         * PatternFrame
         * @description A loop that goes on.
         */
        PatternFrame: {
            /** Since */
            since: number;
            /** What */
            what: string;
        };
        /**
         * PlanFrame
         * @description A plan, in the turns from its making to its end.
         */
        PlanFrame: {
            /** At */
            at: number;
            /** By */
            by: string;
            /** Goal */
            goal: string;
            /** Made */
            made: number;
            /** Over */
            over?: string;
            /** Reasoning */
            reasoning: string;
            /** Steps */
            steps: components["schemas"]["PlanStepFrame"][];
            /** Vain */
            vain?: number[];
            /** Why */
            why?: string;
        };
        /**
         * PlanStepFrame
         * @description One step of a plan.
         */
        PlanStepFrame: {
            /** Order */
            order: {
                [key: string]: unknown;
            };
            /** Text */
            text: string;
        };
        /**
         * ProgressDocument
         * @description Where a turn is that is being played.
         */
        ProgressDocument: {
            /** Now */
            now: string;
            /** Phases */
            phases: string[];
            /** Prompt */
            prompt: string;
            /** Turn */
            turn: number;
        };
        /**
         * PuzzleFrame
         * @description An obstacle, a clue or a question.
         */
        PuzzleFrame: {
            /** Attempts */
            attempts: components["schemas"]["AttemptFrame"][];
            /** Kind */
            kind: string;
            /** Quote */
            quote?: string;
            /** Room */
            room?: string;
            /** Status */
            status: string;
            /** Summary */
            summary: string;
            /** Turn */
            turn: number;
        };
        /**
         * Relative
         * @description An episode in the tree of forks that another one belongs to.
         */
        Relative: {
            /** Created */
            created: number;
            /** Id */
            id: string;
            /** Model */
            model: string;
            /** Outcome */
            outcome: string | null;
            /** Parent */
            parent: string | null;
            /** Parent Turn */
            parent_turn: number | null;
            /** Score */
            score: number | null;
            /** Status */
            status: string;
            /** Turns */
            turns: number;
        };
        /**
         * RequestKind
         * @description What may be asked.
         * @enum {string}
         */
        RequestKind: "pause" | "step" | "resume" | "stop" | "command";
        /**
         * Review
         * @description A proposal that was scored before it was typed.
         */
        Review: {
            /** Accepted */
            accepted: boolean;
            /** Adjusted */
            adjusted: number;
            /** Adjustments */
            adjustments: components["schemas"]["AdjustmentTold"][];
            /** Command */
            command: string;
            /** Insisted */
            insisted: boolean;
            /** Reason */
            reason: string;
            /** Score */
            score: number;
        };
        /**
         * RoomFrame
         * @description A room. It is dark if `dark` is there.
         */
        RoomFrame: {
            /** Dark */
            dark?: boolean;
            /** Description */
            description?: string;
            /** Exits */
            exits: {
                [key: string]: components["schemas"]["ExitFrame"];
            };
            /** First Seen */
            first_seen: number;
            /** Name */
            name: string;
            /** Visits */
            visits: number;
        };
        /**
         * RoomHere
         * @description The room of a turn.
         */
        RoomHere: {
            /** Exits */
            exits: string[];
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /**
         * SaidFinding
         * @description What somebody says an investigation of theirs found.
         */
        SaidFinding: {
            /** Mafia */
            mafia: boolean;
            /** Seat */
            seat: number;
        };
        /**
         * SearchResult
         * @description Where words occur in an episode.
         */
        SearchResult: {
            /** Found */
            found: components["schemas"]["Found"][];
            /** Next Turn */
            next_turn: number | null;
        };
        /**
         * SeatFrame
         * @description One chair. What the viewer does not know is left out.
         */
        SeatFrame: {
            /** Alive */
            alive: boolean;
            /** Claimed */
            claimed?: string;
            /** Claims */
            claims?: string;
            /** Mafia */
            mafia?: boolean;
            /** Model */
            model?: string;
            /** Name */
            name: string;
            /** Role */
            role?: string;
            /** Tagline */
            tagline?: string;
        };
        /**
         * SeatKey
         * @description Somebody has sat down.
         */
        SeatKey: {
            /** Key */
            key: string;
            /** Seat */
            seat: number;
        };
        /**
         * Series
         * @description A figure over the turns: it keeps its value until the next point.
         */
        Series: {
            /** Label */
            label: string;
            /** Name */
            name: string;
            /** Points */
            points: [
                number,
                number
            ][];
        };
        /**
         * Show
         * @description Which episodes are listed.
         * @enum {string}
         */
        Show: "all" | "live" | "open" | "over";
        /**
         * SitRequest
         * @description Somebody sits down.
         */
        SitRequest: {
            /** Key */
            key?: string | null;
            /** Seat */
            seat: number;
        };
        /**
         * Sort
         * @description How a list is ordered; the greatest or newest first.
         * @enum {string}
         */
        Sort: "newest" | "score" | "turns" | "cost";
        /**
         * Span
         * @description A stretch of turns worth seeing on the scrubber: a stuck period, a maze.
         */
        Span: {
            /** First */
            first: number;
            /** Kind */
            kind: string;
            /** Last */
            last?: number;
            /** Text */
            text: string;
        };
        /**
         * SpokenDetails
         * @description Words that were said to the table in this turn.
         */
        SpokenDetails: {
            /** Accuses */
            accuses: number[];
            /** Claims */
            claims?: string;
            /** Defends */
            defends: number[];
            /** Kind */
            kind: string;
            /** Nomination */
            nomination?: number;
            /** Seat */
            seat: number;
            /** Text */
            text: string;
        };
        /**
         * StateDocument
         * @description An episode as it was after a turn.
         */
        StateDocument: {
            /** Events */
            events: components["schemas"]["EventDocument"][];
            /** Headline */
            headline: {
                [key: string]: unknown;
            };
            /** State */
            state: {
                [key: string]: unknown;
            };
            /** Turn */
            turn: number;
        };
        /**
         * StoryChoice
         * @description A story that a new episode can play.
         */
        StoryChoice: {
            /** Blurb */
            blurb: string;
            /** Name */
            name: string;
            /** Title */
            title: string;
        };
        /**
         * StoryFrame
         * @description All that the page shows of the state.
         */
        StoryFrame: {
            /** Answer Verdict */
            answer_verdict?: {
                [key: string]: unknown;
            };
            /** Answers */
            answers: {
                [key: string]: unknown;
            }[];
            /** Cast */
            cast: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** Chapters */
            chapters: string[];
            /** Goal */
            goal?: {
                [key: string]: unknown;
            };
            /** Looked For */
            looked_for: string[];
            /** Losses */
            losses: number;
            /** Opening */
            opening?: {
                [key: string]: unknown;
            };
            /** Passages */
            passages: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** Phases */
            phases: string[];
            /** Place */
            place: string;
            /** Plan */
            plan?: {
                [key: string]: unknown;
            };
            /** Prompt Verdict */
            prompt_verdict?: {
                [key: string]: unknown;
            };
            /** Said */
            said: {
                [key: string]: unknown;
            }[];
            /** Scene */
            scene: string;
            /** Speaking */
            speaking: string[];
            /** Title */
            title: string;
            /** Wins */
            wins: number;
        };
        /**
         * StorySource
         * @description Where a story comes from: exactly one of the three.
         */
        StorySource: {
            /** Bundled */
            bundled?: string | null;
            /** Episode */
            episode?: string | null;
            /** File */
            file?: string | null;
            /**
             * File Name
             * @default story
             */
            file_name?: string;
        };
        /**
         * Stretch
         * @description Consecutive turns of an episode.
         */
        Stretch: {
            /** First */
            first: number;
            /** Frame */
            frame: {
                [key: string]: unknown;
            };
            /** Last */
            last: number;
            /** Trail */
            trail: string[][];
            /** Turns */
            turns: components["schemas"]["TurnDocument"][];
        };
        /**
         * StuckFrame
         * @description How loop-breaking sees the company; left out while there is nothing to see.
         */
        StuckFrame: {
            /** Escaping */
            escaping: boolean;
            /** Idle */
            idle: number;
            /** Loops */
            loops: {
                [key: string]: components["schemas"]["PatternFrame"];
            };
            /** Warned */
            warned?: string;
        };
        /**
         * SuggestionFrame
         * @description An idea that waits to be tried.
         */
        SuggestionFrame: {
            /** Command */
            command: string;
            /** Confidence */
            confidence: number;
            /** Puzzle */
            puzzle?: string;
            /** Reason */
            reason: string;
            /** Room */
            room?: string;
            /** Sure */
            sure: boolean;
            /** Way */
            way: string[];
        };
        /**
         * SuiteCell
         * @description One subject, model, variant and seed of a suite, and the episode that counts for it.
         */
        SuiteCell: {
            /** Episode */
            episode: string;
            /** Game */
            game: string;
            measure: components["schemas"]["Measure"];
            /** Model */
            model: string;
            /** Outcome */
            outcome: string | null;
            /** Reason */
            reason: string | null;
            /** Seed */
            seed: string;
            /** Status */
            status: string;
            /** Subject */
            subject: string;
            /** Title */
            title: string;
            /** Tries */
            tries: string[];
            /** Turns */
            turns: number;
            /** Value */
            value: number | null;
            /** Variant */
            variant: string;
        };
        /**
         * SuiteComparison
         * @description Two parts of suites on the subjects and seeds they share, by one measure.
         */
        SuiteComparison: {
            difference: components["schemas"]["MeanDocument"];
            /** Effect */
            effect: number | null;
            /** Equal */
            equal: number;
            /** Game */
            game: string;
            /** Is Share */
            is_share: boolean;
            /** Less */
            less: number;
            /** Measure */
            measure: string;
            /** More */
            more: number;
            /** P Value */
            p_value: number | null;
        };
        /**
         * SuiteCurve
         * @description The mean score of a group's finished adventures against turns.
         */
        SuiteCurve: {
            /** Episodes */
            episodes: number;
            /** Model */
            model: string;
            /** Points */
            points: [
                number,
                number
            ][];
            /** Subject */
            subject: string;
            /** Title */
            title: string;
            /** Variant */
            variant: string;
        };
        /**
         * SuiteDocument
         * @description A suite as the page shows it.
         */
        SuiteDocument: {
            /** Cells */
            cells: number;
            /** Cost */
            cost: string;
            /** Cost Left */
            cost_left: string | null;
            /** Failed */
            failed: number;
            /** Finished */
            finished: number;
            /** Groups */
            groups: components["schemas"]["SuiteGroup"][];
            /** Name */
            name: string;
            /** Playing */
            playing: number;
            /** Remaining */
            remaining: number;
            /** Seconds Left */
            seconds_left: number | null;
            /** Updated */
            updated: number;
        };
        /**
         * SuiteGroup
         * @description One subject as one model in one variant played it so far.
         */
        SuiteGroup: {
            /** Cost */
            cost: number | null;
            /** Finished */
            finished: number;
            /** Game */
            game: string;
            /** High */
            high: number | null;
            /** Interval */
            interval: [
                number,
                number
            ] | null;
            /** Low */
            low: number | null;
            /** Mean */
            mean: number | null;
            measure: components["schemas"]["Measure"];
            /** Model */
            model: string;
            /** Most */
            most: number | null;
            /** Subject */
            subject: string;
            /** Title */
            title: string;
            /** Variant */
            variant: string;
        };
        /**
         * TableDocument
         * @description A table, as it may be shown to anybody.
         */
        TableDocument: {
            card: components["schemas"]["EpisodeCard"];
            /** Chairs */
            chairs: components["schemas"]["ChairDocument"][];
            /** Sealed */
            sealed: boolean;
        };
        /**
         * TagsRequest
         * @description Words that people give to an episode.
         */
        TagsRequest: {
            /** Tags */
            tags: string[];
        };
        /**
         * ThinkerDocument
         * @description An agent whose model was asked and has not answered.
         */
        ThinkerDocument: {
            /** Agent */
            agent: string;
            /** Longest */
            longest: number;
            /** Model */
            model: string;
            /** Said */
            said: string;
            /** Since */
            since: number;
            /** Waiting */
            waiting: string;
        };
        /**
         * Thought
         * @description What an agent thought before it did something.
         */
        Thought: {
            /** Agent */
            agent: string;
            /** Did */
            did?: string;
            /** Text */
            text: string;
        };
        /**
         * TournamentDocument
         * @description A tournament as the page shows it.
         */
        TournamentDocument: {
            /** Decided */
            decided: number;
            /** Finished */
            finished: number;
            /** Games */
            games: number;
            /** Models */
            models: string[];
            /** Name */
            name: string;
            /** Note */
            note: string;
            /** Others */
            others: number;
            /** Playing */
            playing: number;
            /** Ratings */
            ratings: components["schemas"]["TournamentRating"][];
            /** Remarks */
            remarks: string[];
            /** Tables */
            tables: components["schemas"]["TournamentTable"][];
            /** Updated */
            updated: number;
            /** Words */
            words: string[];
        };
        /**
         * TournamentGame
         * @description One game of a tournament.
         */
        TournamentGame: {
            /** Block */
            block: number;
            /** Episode */
            episode: string;
            /** Number */
            number: number;
            /** Outcome */
            outcome: string | null;
            /** Reason */
            reason: string | null;
            /** Seats */
            seats: string[];
            /** Seed */
            seed: string;
            /** Status */
            status: string;
            /** Turns */
            turns: number;
            /** Winner */
            winner: string | null;
        };
        /**
         * TournamentRating
         * @description A model's rating, overall; 0 is the mean of the models.
         */
        TournamentRating: {
            /** High */
            high: number | null;
            /** Low */
            low: number | null;
            /** Model */
            model: string;
            /** Value */
            value: number;
        };
        /**
         * TournamentTable
         * @description A table of the report.
         */
        TournamentTable: {
            /** About */
            about: string;
            /** Heads */
            heads: string[];
            /** Rows */
            rows: string[][];
        };
        /**
         * Trouble
         * @description Why a request was not done: one line that says what to do.
         */
        Trouble: {
            /** Error */
            error: string;
            /**
             * Fields
             * @default {}
             */
            fields?: {
                [key: string]: string;
            };
        };
        /**
         * TurnDocument
         * @description One turn: what happened, and what changed on the page.
         */
        TurnDocument: {
            entry: components["schemas"]["Entry"];
            /** First Seq */
            first_seq: number;
            /** Last Seq */
            last_seq: number;
            /** Patch */
            patch: {
                [key: string]: unknown;
            };
        };
        /**
         * TurnMetrics
         * @description What a turn's calls took.
         */
        TurnMetrics: {
            /** Cost Estimate */
            cost_estimate: number | null;
            /** Total Tokens */
            total_tokens: number;
        };
        /**
         * UnderWayDocument
         * @description A turn that is being played.
         */
        UnderWayDocument: {
            /** Answered */
            answered: string[];
            /** Decided */
            decided: string;
            /** Failing */
            failing: components["schemas"]["FailureDocument"][];
            /** Thinking */
            thinking: components["schemas"]["ThinkerDocument"][];
        };
        /**
         * UnusedSetting
         * @description A setting of an imported episode that does not hold when it is played on here.
         */
        UnusedSetting: {
            /** Ours */
            ours: string;
            /** Setting */
            setting: string;
            /** Theirs */
            theirs: string;
        };
        /** ValidationError */
        ValidationError: {
            /** Context */
            ctx?: Record<string, never>;
            /** Input */
            input?: unknown;
            /** Location */
            loc: (string | number)[];
            /** Message */
            msg: string;
            /** Error Type */
            type: string;
        };
        /**
         * ViewerDocument
         * @description Somebody as whom an episode may be looked at.
         */
        ViewerDocument: {
            /** Label */
            label: string;
            /** Name */
            name: string;
        };
        /**
         * VotesFrame
         * @description The vote of the hour.
         */
        VotesFrame: {
            /** Cast */
            cast: {
                [key: string]: number;
            };
            /** Open */
            open: boolean;
            /** Voted */
            voted: number[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_episodes: {
        parameters: {
            query?: {
                game?: string | null;
                limit?: number;
                model?: string | null;
                offset?: number;
                show?: components["schemas"]["Show"];
                sort?: components["schemas"]["Sort"];
                suite?: string | null;
                tag?: string | null;
                /** @description All of them must occur. */
                words?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeList"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    begin_episode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEpisodeRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_episode: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    throw_away: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_page: {
        parameters: {
            query?: {
                /** @description The page, from 0. */
                page?: number;
                /** @description The page with this passage instead. */
                passage?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookPage"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    all_calls: {
        parameters: {
            query?: {
                agent?: string | null;
                /** @description Only attempts that gave nothing to use. */
                failed?: boolean;
                limit?: number;
                /** @description As provider/model. */
                model?: string | null;
                offset?: number;
                order?: components["schemas"]["CallOrder"];
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
                /** @description In prompts or replies. */
                words?: string;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallList"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    control_episode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_events: {
        parameters: {
            query?: {
                from_seq?: number;
                limit?: number;
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    export_episode: {
        parameters: {
            query?: {
                /** @description jsonl: everything; html: a page. */
                form?: components["schemas"]["Form"];
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    fork_episode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForkRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    ask_for_a_hint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HintDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_map: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_marks: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Marks"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_figures: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_people: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardList"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    change_person: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardList"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_progress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgressDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                from_turn?: number;
                /** @description Only near where the log has the words, not where notes do. */
                quick?: boolean;
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
                words: string;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_frames: {
        parameters: {
            query?: {
                first?: number;
                last?: number;
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stretch"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_table: {
        parameters: {
            query?: {
                /** @description Through whose eyes; the public's without it. */
                seat?: number | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_table_marks: {
        parameters: {
            query?: {
                /** @description Through whose eyes; the public's without it. */
                seat?: number | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Marks"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    play_on: {
        parameters: {
            query: {
                seat: number;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    sit_down: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatKey"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_steps: {
        parameters: {
            query?: {
                first?: number;
                last?: number;
                /** @description Through whose eyes; the public's without it. */
                seat?: number | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stretch"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    tag_episode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagsRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_turn: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
                /** @description A turn; 0 is the opening. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_calls: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
                /** @description A turn; 0 is the opening. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallsDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_media: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_picture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_sound: {
        parameters: {
            query?: {
                /** @description As whom to look: public, viewer, analysis or seat:N; else as its game has it. */
                view?: string | null;
            };
            header?: never;
            path: {
                /** @description An episode's id, its beginning, or `last`. */
                episode: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    read_house: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HouseDocument"];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_suites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteDocument"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_cells: {
        parameters: {
            query: {
                suite: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteCell"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    compare_parts: {
        parameters: {
            query: {
                one: string;
                other: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteComparison"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_curves: {
        parameters: {
            query: {
                suite: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteCurve"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_tournaments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDocument"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    list_tournament_games: {
        parameters: {
            query: {
                tournament: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentGame"][];
                };
            };
            /** @description The request is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The token is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description Not allowed: another page's request, another host's name, read-only, or hidden. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description There is no such episode or turn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The address does not take this method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The episode is in no state for this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description A field or a setting is wrong; `fields` says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description As many games are being played as the page may start. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
            /** @description The store does not answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trouble"];
                };
            };
        };
    };
    adventure_AdventureDetailsadventure_AdventureDetails_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdventureDetails"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    adventure_AdventureFrameadventure_AdventureFrame_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdventureFrame"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    adventure_StorySourceadventure_StorySource_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StorySource"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    mafia_Askedmafia_Asked_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Asked"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    mafia_MafiaDetailsmafia_MafiaDetails_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MafiaDetails"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    mafia_MafiaFramemafia_MafiaFrame_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MafiaFrame"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    statusstatus_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveStatus"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    story_StoryFramestory_StoryFrame_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoryFrame"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
    turnturn_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveTurn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
        };
    };
}
