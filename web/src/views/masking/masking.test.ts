import fc from "fast-check";
import { expect, test } from "vitest";
import { maskLine } from "./line.ts";
import { maskText } from "./text.ts";

const HEX40 = "3f2a9c1b7d8e4f605142334455667788990aabbc";

test("[SEC-104] keys and tokens in a text are masked, told by their shape or by the name before them", () => {
  const cases: [string, string][] = [
    ["Incorrect API key provided: sk-proj-abCD1234efGH5678ijKL.", "Incorrect API key provided: sk-proj-…[masked]."],
    ["Incorrect API key provided: sk-abc12****************wxyz.", "Incorrect API key provided: sk-…[masked]."],
    ["sk-ant-api03-AAAAbbbbCCCC-dddd_eeee", "sk-ant-…[masked]"],
    ["401 for 'Authorization: Bearer abcdef123456'", "401 for 'Authorization: Bearer [masked]'"],
    ["authorization: Basic dXNlcjpwYXNzd29yZA== sent", "authorization: Basic [masked] sent"],
    ["Bearer 0123456789abcdef rejected", "Bearer [masked] rejected"],
    ["ghp_abcdefghij0123456789ABCDEFGHIJ012345", "ghp_…[masked]"],
    ["token github_pat_11ABCDEFG0abcdefghij_xyz", "token github_pat_…[masked]"],
    ["AKIAIOSFODNN7EXAMPLE is not valid", "AKIA…[masked] is not valid"],
    ["AIzaSyA-1234567890abcdefghijklmnopqrstu", "AIza…[masked]"],
    ["xoxb-123456789012-abcdefGHIJKL", "xoxb-…[masked]"],
    ["glpat-abcdefghij0123456789", "glpat-…[masked]"],
    ["got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl back", "got eyJ…[masked] back"],
    ["GET /v1?api_key=abcd&x=1 failed", "GET /v1?api_key=[masked]&x=1 failed"],
    [`GET /v1?key=${HEX40}&x=1 failed`, "GET /v1?key=[masked]&x=1 failed"],
    ["OPENAI_API_KEY=sk-abcdefgh12345678 make", "OPENAI_API_KEY=sk-…[masked] make"],
    ["MY_KEY=sk-abcdefgh12345678 make", "MY_KEY=sk-…[masked] make"],
    ["password: hunter2", "password: [masked]"],
    ['{"password": "correct horse", "a": 1}', '{"password": "[masked]", "a": 1}'],
    ['said {\\"client_secret\\":\\"abcd1234\\"}', 'said {\\"client_secret\\":\\"[masked]\\"}'],
    ["postgres://app:pa55word@db:5432/x", "postgres://app:[masked]@db:5432/x"],
    ["git clone https://ghp_abcdefgh1234567890@github.com/x", "git clone https://ghp_…[masked]@github.com/x"],
    ["mysql --password hunter22 -u root", "mysql --password [masked] -u root"],
    ["Cookie: session=abc123; theme=dark", "Cookie: [masked]"],
    ["{ 'Authorization': 'Bearer hunter' }", "{ 'Authorization': '[masked]' }"],
    ["AccountName=x;AccountKey=abcd/efgh==;", "AccountName=x;AccountKey=[masked];"],
    ["https://h/x?access_token=abcd#top", "https://h/x?access_token=[masked]"],
    ["x-api-key: 0a1b2c3d4e5f", "x-api-key: [masked]"],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----",
      "-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----",
    ],
  ];
  for (const [text, masked] of cases) {
    expect(maskText(text)).toBe(masked);
    expect(maskText(masked), "a second time").toBe(masked);
  }
});

test("[SEC-105] ordinary text is not cut", () => {
  const texts = [
    `commit ${HEX40}`,
    `Merge ${HEX40.slice(0, 8)} into main`,
    "thread 019c1b2a-7d8e-7f60-9142-334455667788",
    "key=019c1b2a-7d8e-7f60-9142-334455667788",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "/home/me/project/src/views/masking/text.ts:12:5",
    "C:\\Users\\me\\secret\\notes.txt",
    "Token usage: 1234 of 200000 tokens",
    "max_token=4096 total_tokens=12345",
    "SyntaxError: Unexpected token: v18.2.0 in JSON at position 3",
    "Bearer authentication is required",
    "Basic configuration is missing",
    "The secret is out: tests pass.",
    "password: required",
    'The secret: "to be happy"',
    "the tokenizer=fast and the keys: a, b",
    "token: null, secret=true, PASSWORD=$PASSWORD, token=<your token>",
    "pip install sk-learn-contrib; run task-list-of-many-things",
    "npm_config_registry and hf_hub_download and npm_lifecycle_event",
    "npm test -- --grep tokens --token is a flag",
    "https://example.com:8080/path@2?next=/a/b",
    "git@github.com:org/repo.git and user@example.com",
    "connect ECONNREFUSED 127.0.0.1:8080",
    "The API key is not set. Set OPENAI_API_KEY and try again.",
    "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://127.0.0.1:4/v1/responses",
    "credentials: ~/.aws/credentials",
    "secret: /run/secrets/db1",
    "a cookie: it has chocolate",
    "ключ: значение, パスワード",
  ];
  for (const text of texts) expect(maskText(text)).toBe(text);
});

test("[SEC-105] text of plain words, and long text of any kind, comes back as it was and at once", () => {
  const words = fc.array(
    fc.constantFrom("the", "token", "of", "a", "secret", "key", "bearer", "error", "failed", "in"),
  );
  const seed = Date.now() % 2 ** 31;
  fc.assert(
    fc.property(words, (list) => {
      expect(maskText(list.join(" "))).toBe(list.join(" "));
    }),
    { seed },
  );
  for (const piece of [
    "a",
    'token="',
    "eyJ-",
    "a.",
    "sk-",
    "password:",
    "https://",
    "--key ",
    "-----BEGIN PRIVATE KEY-----",
  ]) {
    const long = piece.repeat(Math.ceil(300_000 / piece.length));
    const start = performance.now();
    maskText(long);
    expect(performance.now() - start, piece).toBeLessThan(2_000);
  }
});

test("[SEC-106] of a raw line only the strings with a secret change, inside nested JSON too", () => {
  const token = "sk-proj-abCD1234efGH5678ijKL";
  const line = JSON.stringify({
    id: 7,
    result: {
      apiKey: "plain",
      account: { accessToken: token, tokenType: "bearer", progressToken: "p1" },
      text: `failed with ${token}`,
      inner: JSON.stringify({ password: 'pa"s\\s', deep: JSON.stringify({ token: "abcd", n: 1 }) }),
      list: ["[error] Bearer 0123456789abcdef", "[x"],
      image: "data:image/png;base64,AAAA",
      tokens: 12,
    },
  });
  expect(JSON.parse(maskLine(line))).toEqual({
    id: 7,
    result: {
      apiKey: "[masked]",
      account: { accessToken: "sk-proj-…[masked]", tokenType: "bearer", progressToken: "p1" },
      text: "failed with sk-proj-…[masked]",
      inner: JSON.stringify({ password: "[masked]", deep: JSON.stringify({ token: "[masked]", n: 1 }) }),
      list: ["[error] Bearer [masked]", "[x"],
      image: "data:image/png;base64,AAAA",
      tokens: 12,
    },
  });
  const odd = '{ "a" : "\\u00e9\\/x", "secret":"abc" , "b":1e3}';
  expect(maskLine(odd)).toBe('{ "a" : "\\u00e9\\/x", "secret":"[masked]" , "b":1e3}');
  expect(maskLine(`oops ${token} {`)).toBe("oops sk-proj-…[masked] {");
});

test("[SEC-106] a raw line without secrets is the very same, and masking twice changes nothing more", () => {
  const seed = Date.now() % 2 ** 31;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, pretty) => {
      const line = JSON.stringify(value, null, pretty ? 1 : 0);
      expect(maskLine(line)).toBe(line);
    }),
    { seed },
  );
  const hostile = fc.array(
    fc.oneof(
      fc.string({ maxLength: 10 }),
      fc.constantFrom(
        "token=",
        "Bearer ",
        "sk-",
        "ghp_",
        "abc123def456",
        '"',
        "\\",
        "password: ",
        "[masked]",
        "…",
        " ",
        "\n",
      ),
    ),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const once = maskText(parts.join(""));
      expect(maskText(once)).toBe(once);
      const line = maskLine(JSON.stringify({ a: parts.join(""), token: parts }));
      expect(maskLine(line)).toBe(line);
    }),
    { seed, numRuns: 3000 },
  );
});
