/** Why the clone cannot be made ready, in words for the person who asked. */
export class Refusal extends Error {}
