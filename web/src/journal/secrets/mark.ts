// The mark that stands where a secret stood, in every stored copy.

/** Plain letters, so that it needs no escaping at any depth of JSON inside JSON. */
export const SECRET_MARK = "[secret not stored]";

/** Shorter secrets are not looked for in what comes in: they would be found everywhere. */
export const MIN_ECHO_LENGTH = 8;
