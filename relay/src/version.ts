// The version of the relay, told in `attached` and by /healthz.
export const VERSION = "0.1.0";
