import fc from 'fast-check'
import { expect, test } from 'vitest'
import { licenceMoves, licenceState, licenceStates } from './licence.ts'

const now = new Date('2026-11-21T08:00:00Z')
const past = '2026-11-20T08:00:00Z'
const future = '2026-11-22T08:00:00Z'

test.each([
  [{ startsAt: past, endsAt: future, revokedAt: null, overused: false }, 'valid'],
  [{ startsAt: past, endsAt: null, revokedAt: null, overused: false }, 'permanent'],
  [{ startsAt: past, endsAt: null, revokedAt: null, overused: true }, 'exceeded'],
  [{ startsAt: past, endsAt: now.toISOString(), revokedAt: null, overused: true }, 'expired'],
  [{ startsAt: future, endsAt: null, revokedAt: null, overused: true }, 'pending'],
  [{ startsAt: past, endsAt: past, revokedAt: past, overused: false }, 'revoked'],
] as const)('%o is %s', (licence, state) => {
  expect(licenceState(licence, now)).toBe(state)
})

/** A model: states of a licence under its moves and time. */
const moves = fc.array(
  fc.oneof(
    fc.record({ move: fc.constant('renew' as const), days: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ move: fc.constant('revoke' as const) }),
    fc.record({ move: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ move: fc.constant('use' as const), overused: fc.boolean() }),
  ),
  { maxLength: 20 },
)

test('whatever is done to it, a licence is in one state, stays revoked, and expires only by its end', () => {
  fc.assert(
    fc.property(moves, (steps) => {
      let clock = now.getTime()
      let licence = {
        startsAt: past,
        endsAt: future as string | null,
        revokedAt: null as string | null,
        overused: false,
      }
      for (const step of steps) {
        const state = licenceState(licence, new Date(clock))
        expect(licenceStates).toContain(state)
        const may = (move: 'renew' | 'revoke') =>
          licenceMoves[move]({ state, fromFile: false, issuedHere: true, handed: 0 }) === null
        expect(may('renew')).toBe(licence.revokedAt === null)
        if (step.move === 'wait') clock += step.days * 86_400_000
        else if (step.move === 'use') licence = { ...licence, overused: step.overused }
        else if (step.move === 'renew' && may('renew'))
          licence = { ...licence, endsAt: new Date(clock + step.days * 86_400_000).toISOString() }
        else if (step.move === 'revoke' && may('revoke'))
          licence = { ...licence, revokedAt: new Date(clock).toISOString() }
        const after = licenceState(licence, new Date(clock))
        expect(after === 'revoked').toBe(licence.revokedAt !== null)
        const over = licence.endsAt !== null && Date.parse(licence.endsAt) <= clock
        expect(after === 'expired').toBe(over && licence.revokedAt === null)
        // Exceeding ends nothing: it only blocks additions.
        expect(after === 'exceeded').toBe(licence.overused && !over && licence.revokedAt === null)
      }
    }),
  )
})

test.each([
  ['fromFile', { fromFile: true, issuedHere: true, handed: 0 }],
  ['notIssuedHere', { fromFile: false, issuedHere: false, handed: 0 }],
  ['handedDown', { fromFile: false, issuedHere: true, handed: 3 }],
] as const)('revoking is refused: %s', (refusal, given) => {
  expect(licenceMoves.revoke({ state: 'valid', ...given })).toBe(refusal)
})
