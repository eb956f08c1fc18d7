// What the server under test tells of itself, for tests that look for it on the page: its version, its models, and what it
// lacks. A test that holds for every program that speaks the protocol asks here, and states no fact of the pinned one.
import { CLIENT_REQUESTS } from "@longwire/shared-protocol/surface/client-requests";
import { learnMethods } from "@longwire/web/actions/learn-methods";
import { CLIENT_NAME } from "@longwire/web/host/handshake";
import { lacks, methodsOf } from "@longwire/web/projection/lacking";
import { isOfVersion, refusalOf } from "@longwire/web/views/lacking/kinds";
import { type NodeSession, startNodeSession } from "./node-session.ts";
import type { Rig } from "./rig.ts";

export interface Told {
  readonly version: string;
  /** Its name and version as the app has to say them; one that calls itself by its client's name has none of its own. */
  readonly server: string;
  /** The name of a model, by what the list calls it: as the server writes it itself. */
  model(displayName: string): string;
  /** The name of the model that a model of that name is to be replaced by. */
  upgrade(displayName: string): string;
  /** Whether a model can be given a personality. */
  personal(displayName: string): boolean;
  /** The methods that the app knows and the server has not, by its own words. */
  readonly lacking: readonly string[];
}

interface Model {
  readonly model: string;
  readonly displayName: string;
  readonly upgrade: string | null;
  readonly supportsPersonality?: boolean;
}

/** All models, hidden ones too. */
async function modelsOf({ session }: NodeSession): Promise<Model[]> {
  const found: Model[] = [];
  let cursor: string | null = null;
  do {
    const page = await session.request("model/list", { includeHidden: true, ...(cursor === null ? {} : { cursor }) });
    if (!page.ok) throw new Error(`model/list: ${JSON.stringify(page.reason)}`);
    // The App Server's own list: tests run on the real one.
    const { data, nextCursor } = page.value as { data: Model[]; nextCursor: string | null };
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

/** The model that is listed first, as the server names it. */
export async function firstModel(node: NodeSession): Promise<string> {
  const [first] = await modelsOf(node);
  if (first === undefined) throw new Error("the server offers no model");
  return first.model;
}

/** No thread: what is asked of it is refused, whatever it is. */
const NOBODY = "00000000-0000-7000-8000-000000000000";

/**
 * Whether the server can read such a request, which is made of a thread that there is not: a word, a field or a method that its
 * version does not know is refused in other words than that.
 */
export async function reads(it: Rig, method: string, params: Readonly<Record<string, unknown>>): Promise<boolean> {
  const node = startNodeSession({ ...it.relay(), unfit: true });
  const { session } = node;
  try {
    await node.until("live", () => session.facts().connection === "live");
    const outcome = await session.request(method, { ...params, threadId: NOBODY });
    if (outcome.ok || outcome.reason.type !== "rpc")
      throw new Error(`${method} of no thread was not refused: ${JSON.stringify(outcome)}`);
    return !isOfVersion(refusalOf(outcome.reason, method));
  } finally {
    session.close();
  }
}

/** Asks, as a device of its own that has gone again when this resolves. */
export async function told(it: Rig): Promise<Told> {
  const node = startNodeSession(it.relay());
  const { session } = node;
  try {
    await node.until("live", () => session.facts().connection === "live");
    await learnMethods(session);
    await node.until("the methods it has", () => methodsOf(session.state));
    const models = new Map((await modelsOf(node)).map((model) => [model.displayName, model]));
    const userAgent = session.facts().userAgent ?? "";
    const [, product, version] = /^([^/\s]+)\/(\d+\.\d+\.\d+[^\s(]*)/.exec(userAgent) ?? [];
    if (product === undefined || version === undefined) throw new Error(`no version in ${userAgent}`);
    const named = (displayName: string): Model => {
      const model = models.get(displayName);
      if (model === undefined) throw new Error(`no model is called ${displayName}: ${[...models.keys()].join(", ")}`);
      return model;
    };
    return {
      version,
      server: `${product === CLIENT_NAME ? "App Server" : product} ${version}`,
      model: (displayName) => named(displayName).model,
      personal: (displayName) => named(displayName).supportsPersonality === true,
      upgrade: (displayName) => named(displayName).upgrade ?? "",
      lacking: Object.keys(CLIENT_REQUESTS)
        .filter((method) => lacks(session.state, method) !== null)
        .sort(),
    };
  } finally {
    session.close();
  }
}
