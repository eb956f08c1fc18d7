// An image that was made: the image itself out of the message, what it was made from, where it was saved, or why not.
import { createMemo, type JSX, Show } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { imageFailure } from "@longwire/shared-protocol/wire/items/image-generation";
import { clockTime, fullTime } from "../../design/words.ts";
import { visibleText } from "../../decisions/visible.ts";
import { LocalImage } from "../files/local-image.tsx";
import { LocalPath } from "../files/local-path.tsx";
import { live } from "../live.ts";
import { ImagePart } from "../media/image-part.tsx";
import type { ItemProps } from "./late-item.tsx";
import { CallFacts, outcomeOf } from "./parts/call-facts.tsx";
import { createDetails } from "./parts/details.tsx";
import { TextBox } from "./parts/text-box.tsx";
import { callState } from "./tool-call/tool-card.tsx";
import "./image-generation.css";

type Props = ItemProps<"imageGeneration">;

export default function ImageGeneration(props: Props): JSX.Element {
  const told = () => live(props.item).told;
  const failure = createMemo(() => {
    const value = told().failure;
    if (value === null || value === undefined) return null;
    const reading = read(imageFailure, value);
    return reading.ok ? reading.value : { type: JSON.stringify(value), limitId: null, resetsAt: null };
  });
  // oxlint-disable-next-line solid/reactivity
  const details = createDetails(props.item, "image", () => []);
  const call = () => callState(props.item, told(), failure() !== null);
  // `generating` is how the server says it while it goes on; at the end the status may stay behind.
  const running = () => live(props.item).phase === "open" && !told().result && failure() === null;
  const title = () => {
    if (running()) return "Generating an image";
    return told().result || told().savedPath ? "Generated image" : "Image generation";
  };
  const name = () => visibleText((told().revisedPrompt ?? "").slice(0, 120)) || "Generated image";
  return (
    <div class="card">
      <div class="card__head">
        <div class="card__name image-generation__name">{title()}</div>
        <CallFacts call={running() ? { ...call(), status: "inProgress" } : call()} />
        {details.button()}
      </div>
      {details.section()}
      <Show when={told().result || null}>
        {(result) => (
          <div class="section">
            <ImagePart
              source={{
                type: result().startsWith("data:") ? "url" : "base64",
                url: result(),
                data: result(),
                mimeType: null,
              }}
              name={name()}
              checkered={told().transparentBackground === true}
            />
          </div>
        )}
      </Show>
      <Show when={!told().result && outcomeOf(call()) === "done" && !told().savedPath}>
        <p class="section dim image-generation__note">The server sent no image.</p>
      </Show>
      <Show when={failure()}>
        {(found) => (
          <p class="section bad image-generation__note">
            <Show when={found().type === "usageLimitExceeded"} fallback={`It failed: ${visibleText(found().type)}`}>
              The usage limit{found().limitId ? ` “${visibleText(found().limitId ?? "")}”` : ""} is reached
              <Show when={found().resetsAt}>
                {(at) => (
                  <>
                    {" until "}
                    <time title={fullTime(at() * 1000)}>{clockTime(at() * 1000)}</time>
                  </>
                )}
              </Show>
              .
            </Show>
          </p>
        )}
      </Show>
      <Show when={told().revisedPrompt}>
        {(prompt) => (
          <div class="section image-generation__prompt">
            <p class="section__title">Made from</p>
            <TextBox of={props.item} name="prompt" text={prompt()} label="Prompt" />
          </div>
        )}
      </Show>
      <Show when={told().savedPath}>
        {(path) => (
          <div class="section">
            <p class="section__title">Saved on the machine as</p>
            <Show when={told().result} fallback={<LocalImage path={path()} of={props.item} alt={name()} />}>
              <LocalPath path={path()} icon="image" />
            </Show>
          </div>
        )}
      </Show>
    </div>
  );
}
