import type { Scopes } from '../../platform/db/scope.ts'

export interface AttemptKey {
  readonly key: string
  /** Attempts without a delay. */
  readonly free: number
  /** Attempts after which an image code is required. */
  readonly imageAfter: number
}

export const attemptRepo = {
  /** Counts an attempt. Returns the seconds to wait and whether an image code is required. */
  async reserve(
    scopes: Scopes,
    keys: readonly AttemptKey[],
    imageGiven: boolean,
    /** A user who has signed in to the account from `here` is not delayed by failures from `anywhere`. */
    account: { here: string; anywhere: string } | null = null,
  ): Promise<{ wait: number; image_needed: boolean }> {
    const rows = await scopes.asLoginRole<{ wait: number; image_needed: boolean }>(
      'select wait, image_needed from reserve_attempt($1, $2, $3, $4, $5, $6)',
      [
        keys.map(({ key }) => key),
        keys.map(({ free }) => free),
        keys.map(({ imageAfter }) => imageAfter),
        imageGiven,
        account?.here ?? null,
        account?.anywhere ?? null,
      ],
    )
    return rows[0]!
  },

  /** Resets an account's counts under all its names, and marks this source as known. */
  async noteGood(
    scopes: Scopes,
    { here, anywhere, addresses }: Record<'here' | 'anywhere' | 'addresses', readonly string[]>,
  ): Promise<void> {
    await scopes.asLoginRole('select note_good_attempt($1, $2, $3)', [here, anywhere, addresses])
  },
}
