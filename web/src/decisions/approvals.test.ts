import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choices, readApproval } from "./approvals.ts";
import { visible, visibleText } from "./visible.ts";

const commandOf = (params: unknown) => readApproval({ method: "item/commandExecution/requestApproval", params });
const scope = { threadId: "T", turnId: "t", itemId: "i" };

describe("what an approval is about", () => {
  test("[DEC-19] command, folder, reason, network and permissions as plain text, in the server's words", () => {
    const card = commandOf({
      ...scope,
      startedAtMs: 5,
      command: "curl x",
      cwd: "/w",
      reason: "why",
      networkApprovalContext: { host: "x.example", protocol: "https" },
      additionalPermissions: {
        network: { enabled: true },
        fileSystem: {
          read: ["/a"],
          write: null,
          entries: [
            { path: { type: "path", path: "/a" }, access: "read" },
            { path: { type: "special", value: "home" }, access: "write" },
          ],
        },
      },
    });
    expect(card).toMatchObject({
      kind: "command",
      command: "curl x",
      folder: "/w",
      reason: "why",
      startedAt: 5,
      network: { host: "x.example", protocol: "https" },
      permissions: ["network access", "read /a", '{"path":{"type":"special","value":"home"},"access":"write"}'],
    });
  });

  test("[DEC-23] members of another shape never hide a command that waits", () => {
    expect(
      commandOf({ threadId: 7, command: "ls", cwd: {}, networkApprovalContext: "x", additionalPermissions: "all" }),
    ).toMatchObject({ command: "ls", folder: null, network: null, permissions: ['"all"'] });
    expect(commandOf("nonsense")).toBeNull();
    expect(readApproval({ method: "item/soul/requestApproval", params: {} })).toBeNull();
  });

  test("[DEC-21] without a list the documented set is offered, for files always with the folder that is asked for", () => {
    expect(commandOf(scope)?.choices.map((choice) => choice.label)).toEqual([
      "Approve",
      "Approve for this session",
      "Decline",
      "Cancel turn",
    ]);
    const files = readApproval({ method: "item/fileChange/requestApproval", params: { ...scope, grantRoot: "/w" } });
    expect(files).toMatchObject({ kind: "fileChange", grantRoot: "/w" });
    expect(files?.choices.map((choice) => choice.result)).toEqual([
      { decision: "accept" },
      { decision: "acceptForSession" },
      { decision: "decline" },
      { decision: "cancel" },
    ]);
  });
});

describe("choices", () => {
  test("[DEC-19] only what is offered, in its order, with the exact member as the result", () => {
    const rule = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["git", "commit -m", "x"] } };
    const list = choices(["accept", rule, "cancel"]);
    expect(list.map((choice) => [choice.label, choice.tone])).toEqual([
      ["Approve", "approve"],
      ["Approve and add a rule", "approve"],
      ["Cancel turn", "cancel"],
    ]);
    expect(list[1]).toMatchObject({ rule: 'git "commit -m" x', result: { decision: rule } });
  });

  test("[DEC-22] a network rule says host and direction, and blocking is no approval", () => {
    const rule = (action: string) => ({
      applyNetworkPolicyAmendment: { network_policy_amendment: { host: "x.example", action } },
    });
    expect(choices([rule("allow"), rule("deny")]).map((choice) => [choice.rule, choice.tone])).toEqual([
      ["allow x.example", "approve"],
      ["deny x.example", "decline"],
    ]);
  });

  test.each<[unknown]>([
    ["acceptForever"],
    [{ acceptWithSoulAmendment: {} }],
    [{ acceptWithExecpolicyAmendment: { execpolicy_amendment: [] } }],
    [{ acceptWithExecpolicyAmendment: { execpolicy_amendment: ["a", 7] } }],
    [{ applyNetworkPolicyAmendment: { network_policy_amendment: { host: "x", action: "maybe" } } }],
    [{ a: 1, b: 2 }],
    [null],
    [7],
  ])("[DEC-20] %j is shown raw and cannot be chosen", (offered) => {
    expect(choices([offered])).toMatchObject([{ result: null, label: JSON.stringify(offered) }]);
  });

  test("[DEC-19] the same offer twice is one button", () => {
    expect(choices(["accept", "accept"])).toHaveLength(1);
  });
});

describe("text that cannot deceive", () => {
  test("[DEC-24] controls, format characters and line breaks are marked", () => {
    expect(visibleText("echo ok\u202e fr- mr ;\u200b\n\u001b[31m\tx\u00a0y\u2066\u3164\ufe0f\ud800")).toBe(
      "echo ok\\u{202E} fr- mr ;\\u{200B}↵\\u{001B}[31m⇥x\\u{00A0}y\\u{2066}\\u{3164}\\u{FE0F}\\u{D800}",
    );
  });

  test("[DEC-24] blanks that would push a text out of sight are counted, a few are left alone", () => {
    expect(visibleText(`echo ok${" ".repeat(400)}; rm -rf x`)).toBe("echo ok⟨400 blanks⟩; rm -rf x");
    expect(visible("a  b c")).toEqual([{ kind: "plain", text: "a  b c", shown: "a  b c" }]);
  });

  test("[DEC-24] letters of all scripts and whole emoji stay as they are", () => {
    const text = "Grüße 数字 שלום 🎈 `x` *y*";
    expect(visible(text)).toEqual([{ kind: "plain", text, shown: text }]);
  });

  test("[DEC-24] the parts joined are the exact text, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const parts = visible(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(part.shown)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
