// What a card gets to answer with: the guard and the one press are already in it.

export interface Answering {
  /** False in the first moments after the card appeared or moved, and once a button was pressed. */
  ready: () => boolean;
  /** Hands over the one answer; later calls do nothing. */
  answer: (answer: { result: unknown } | { error: { code: number; message: string } }) => void;
}
