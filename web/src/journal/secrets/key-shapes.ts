// Keys that tell by their shape what they are: whoever issues them gives them a beginning of their own, so that they are
// recognised when they stand where they should not.

/** What stays readable of such a key, and the rest of it. Each is whole: no longer word goes on before or after it. */
const SHAPES: readonly string[] = [
  // OpenAI, Anthropic and others. Services name them with stars in their errors. A digit or capital tells from `sk-learn`.
  String.raw`(sk-(?:proj-|ant-|svcacct-|admin-|or-)?)(?=[\w*-]*[\dA-Z*])[\w*-]{8,}`,
  // Stripe
  String.raw`([prs]k_(?:live|test)_)\w{8,}`,
  // GitHub, GitLab
  String.raw`(gh[pousr]_)\w{8,}`,
  String.raw`(github_pat_)\w{8,}`,
  String.raw`(glpat-)[\w-]{16,}`,
  // Slack
  String.raw`(xox[a-z]-|xapp-)(?=[\w-]*\d)[\w-]{8,}`,
  // AWS, Google
  String.raw`(A[KS]IA)[A-Z0-9]{16}(?![\w+/=-])`,
  String.raw`(AIza)[\w-]{30,}`,
  String.raw`(ya29\.)[\w-]{20,}`,
  // npm, PyPI, Hugging Face, Groq, xAI, SendGrid, DigitalOcean, Shopify, Tailscale
  String.raw`(npm_|hf_|gsk_)[A-Za-z0-9]{20,}`,
  String.raw`(pypi-|xai-)(?=[\w-]*[\dA-Z])[\w-]{32,}`,
  String.raw`(SG\.)[\w-]{16,}\.[\w-]{16,}`,
  String.raw`(dop_v1_|shp(?:at|ca|pa|ss)_)[\da-f]{16,}`,
  String.raw`(tskey-)(?=[\w-]*\d)[\w-]{12,}`,
  String.raw`(AGE-SECRET-KEY-)\w{16,}`,
  // JSON web tokens
  String.raw`(eyJ)[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)*`,
];

/** Every key with a shape of its own; one of the groups is the beginning that may be shown. */
const KEYS = new RegExp(String.raw`(?<![\w+-])(?:${SHAPES.join("|")})`, "g");

/** The text with each key given to `change`: the beginning that may be shown, and the whole key. */
export function replaceKeys(text: string, change: (beginning: string, key: string) => string): string {
  const replace = (key: string, ...groups: unknown[]): string => {
    const beginning = groups.find((group) => typeof group === "string" && group !== "");
    return change(typeof beginning === "string" ? beginning : "", key);
  };
  return text.replace(KEYS, replace);
}

/** The keys that stand in a text. */
export function keysIn(text: string): string[] {
  const found: string[] = [];
  replaceKeys(text, (_beginning, key) => {
    found.push(key);
    return key;
  });
  return found;
}
