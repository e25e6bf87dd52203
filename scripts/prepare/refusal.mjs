/** Why the clone cannot be prepared, as a message for the caller. */
export class Refusal extends Error {}
