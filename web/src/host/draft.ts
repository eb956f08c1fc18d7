// From a line to its row: which thread it speaks of, whether it is a snapshot, and whether its content is kept at all.
// Runs inside the journal's transaction, with what other tabs wrote meanwhile at hand.
import { parseLine, type RpcErrorResponse, type RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { ROW_VERSION, type DraftRow, type Row, type Stub } from "../journal/rows.ts";
import { snapshotOf, threadOf } from "../projection/thread-of.ts";
import type { OwnRequest } from "../projection/state.ts";
import type { Folder } from "./folder.ts";
import type { Input, LineInput } from "./pump.ts";

export interface Drafter {
  prepare: (batch: readonly Input[]) => Promise<void>;
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
}
