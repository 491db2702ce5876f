/** The server's documents by name; the types themselves are generated (`npm run types`). */

import type { components } from './schema';

type Schemas = components['schemas'];

export type AdventureDetails = Schemas['AdventureDetails'];
export type AdventureFrame = Schemas['AdventureFrame'];
export type Atlas = Schemas['Atlas'];
export type BookPage = Schemas['BookPage'];
export type Call = Schemas['CallDocument'];
export type Calls = Schemas['CallsDocument'];
export type CallTotals = Schemas['CallTotals'];
export type Changes = Schemas['Changes'];
export type ControlRequest = Schemas['ControlRequest'];
export type Entry = Schemas['Entry'];
export type EpisodeCard = Schemas['EpisodeCard'];
export type EpisodeDocument = Schemas['EpisodeDocument'];
export type EpisodeList = Schemas['EpisodeList'];
export type EventDocument = Schemas['EventDocument'];
export type EventPage = Schemas['EventPage'];
export type ExitFrame = Schemas['ExitFrame'];
export type ForkRequest = Schemas['ForkRequest'];
export type House = Schemas['HouseDocument'];
export type ItemFrame = Schemas['ItemFrame'];
export type Link = Schemas['Link'];
export type LiveStatus = Schemas['LiveStatus'];
export type LiveTurn = Schemas['LiveTurn'];
export type MapDocument = Schemas['MapDocument'];
export type Mark = Schemas['Mark'];
export type Marks = Schemas['Marks'];
export type Metrics = Schemas['MetricsDocument'];
export type NewEpisode = Schemas['NewEpisodeRequest'];
export type Note = Schemas['Note'];
export type ProgressDocument = Schemas['ProgressDocument'];
export type RoomFrame = Schemas['RoomFrame'];
export type SearchResult = Schemas['SearchResult'];
export type Series = Schemas['Series'];
export type Span = Schemas['Span'];
export type Stretch = Schemas['Stretch'];
export type Suite = Schemas['SuiteDocument'];
export type SuiteGroup = Schemas['SuiteGroup'];
export type SuiteCurve = Schemas['SuiteCurve'];
export type UnderWay = Schemas['UnderWayDocument'];
export type TurnDocument = Schemas['TurnDocument'];
export type ViewerDocument = Schemas['ViewerDocument'];
export type MazeFrame = Schemas['MazeFrame'];
export type PuzzleFrame = Schemas['PuzzleFrame'];
export type SuggestionFrame = Schemas['SuggestionFrame'];
