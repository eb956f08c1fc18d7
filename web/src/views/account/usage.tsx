// What the account has used over time: sums, and the tokens of each day as bars; the same as a table for who hears it.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { duration, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { type Usage, type UsageDay, usageOf } from "../../projection/account-told.ts";
import { live } from "../live.ts";

/** The newest days that are drawn. */
const DAYS = 60;

const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

export function UsageOver(props: { session: HostSession }): JSX.Element {
  const usage = createMemo(() => usageOf(live(props.session.state)));
  return (
    <Show when={usage()} fallback={<p class="dim">Usage has not been read yet.</p>}>
      {(told) => (
        <>
          <dl class="account__facts">
            <For each={sums(told())}>
              {([name, value]) => (
                <>
                  <dt>{name}</dt>
                  <dd class="num">{value}</dd>
                </>
              )}
            </For>
          </dl>
          <Show when={days(told()).length > 0} fallback={<p class="dim">The server tells no usage by the day.</p>}>
            <Bars days={days(told())} />
          </Show>
          <p class="dim num">read {fullTime(told().at)}</p>
        </>
      )}
    </Show>
  );
}

function days(usage: Usage): UsageDay[] {
  return (usage.days ?? []).slice(-DAYS);
}

function sums(usage: Usage): [name: string, value: string][] {
  const count = (value: number | null, of = "") => (value === null ? null : `${whole.format(value)}${of}`);
  const rows: [string, string | null][] = [
    ["Tokens in all", count(usage.lifetimeTokens)],
    ["Most in a day", count(usage.peakDailyTokens)],
    ["Longest turn", usage.longestTurnSeconds === null ? null : duration(usage.longestTurnSeconds * 1000)],
    ["Days in a row", count(usage.streakDays)],
    ["Longest row of days", count(usage.longestStreakDays)],
  ];
  return rows.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
}

function dayWords(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (!Number.isNaN(at)) return dayFormat.format(at);
  // Another server's word for a day: as it came, within bounds, with what is hidden in it.
  return visibleText(date.slice(0, 40));
}

function Bars(props: { days: UsageDay[] }): JSX.Element {
  const most = () => Math.max(1, ...props.days.map(({ tokens }) => tokens));
  const [open, setOpen] = createSignal(false);
  const first = () => props.days[0]?.date ?? "";
  const last = () => props.days.at(-1)?.date ?? "";
  return (
    <figure class="account__usage">
      <figcaption class="account__scale num">
        <span>Tokens by the day</span>
        <span class="dim">most: {short.format(most())}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${props.days.length * 10} 80`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Tokens by the day, ${dayWords(first())} to ${dayWords(last())}, at most ${whole.format(most())}`}
      >
        <For each={props.days}>
          {(day, at) => (
            <rect
              class="account__bar"
              data-none={day.tokens === 0 ? "" : undefined}
              x={at() * 10 + 1.5}
              width="7"
              y={80 - height(day.tokens, most())}
              height={height(day.tokens, most())}
            >
              <title>{`${dayWords(day.date)}: ${whole.format(day.tokens)}`}</title>
            </rect>
          )}
        </For>
      </svg>
      <div class="account__scale num dim">
        <span>{dayWords(first())}</span>
        <span>{dayWords(last())}</span>
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>As a table</summary>
        <Show when={open()}>
          <table class="num">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Tokens</th>
              </tr>
            </thead>
            <tbody>
              <For each={props.days.toReversed()}>
                {(day) => (
                  <tr>
                    <th scope="row">{dayWords(day.date)}</th>
                    <td>{whole.format(day.tokens)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </Show>
      </details>
    </figure>
  );
}

/** A day with nothing is a line, one with little more than that. */
function height(tokens: number, most: number): number {
  return tokens === 0 ? 1 : Math.max(3, (tokens / most) * 78);
}
