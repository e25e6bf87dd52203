import type { Scopes } from '../../platform/db/scope.ts'

export interface AttemptKey {
  readonly key: string
  /** Attempts without a delay. */
  readonly free: number
  /** Attempts after which an image code is wanted. */
  readonly imageAfter: number
}

export const attemptRepo = {
  /** Counts an attempt. Answers the seconds to wait, and whether an image code is wanted. */
  async reserve(
    scopes: Scopes,
    keys: readonly AttemptKey[],
    imageGiven: boolean,
    /** Who has signed in to the account `here` is not delayed by what failed `anywhere`. */
    account: { here: string; anywhere: string } | null = null,
  ): Promise<{ wait: number; image_needed: boolean }> {
    const rows = await scopes.narrow<{ wait: number; image_needed: boolean }>(
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

  /** Ends the counts of an account, under whatever names, and makes it known here. */
  async noteGood(
    scopes: Scopes,
    { here, anywhere, addresses }: Record<'here' | 'anywhere' | 'addresses', readonly string[]>,
  ): Promise<void> {
    await scopes.narrow('select note_good_attempt($1, $2, $3)', [here, anywhere, addresses])
  },
}
