/** Facts of a device that decide which moves it allows. */
export interface DeviceStanding {
  readonly state: 'claimed' | 'released' | 'replaced'
  readonly guard: 'none' | 'quarantined' | 'duplicate'
  /** Without it: a smart CPE. */
  readonly type?: string
}

/** Keys of phrases under `devices.refusal`: why a move is not allowed. */
export type DeviceRefusal =
  | 'released'
  | 'replaced'
  | 'quarantined'
  | 'duplicate'
  | 'notGuarded'
  | 'notSmartCpe'
  | 'smartCpe'

type Rule = (device: DeviceStanding) => DeviceRefusal | null

const held: Rule = ({ state }) => (state === 'claimed' ? null : state)

const isSmartCpe = ({ type = 'smart_cpe' }: DeviceStanding) => type === 'smart_cpe'

/** What TR-069 alone can do. */
const gateway =
  (rule: Rule): Rule =>
  (device) =>
    isSmartCpe(device) ? rule(device) : 'notSmartCpe'

/** What is done with devices that were added, not claimed. */
const added: Rule = (device) => (isSmartCpe(device) ? 'smartCpe' : held(device))

/** Nothing is sent to a gateway whose identity is in doubt. Being offline forbids nothing: commands wait. */
const trusted: Rule = gateway(({ state, guard }) =>
  state !== 'claimed' ? state : guard === 'none' ? null : guard,
)

const doubted: Rule = gateway(({ state, guard }) =>
  state !== 'claimed' ? state : guard === 'none' ? 'notGuarded' : null,
)

/**
 * Moves of a device and what allows each: the server enforces this table, and the console's buttons take
 * their disabled reason from it. A move returns null when it is allowed.
 */
export const deviceMoves = {
  edit: held,
  tag: held,
  release: gateway(held),
  place: held,
  replace: gateway(held),
  delete: added,
  poll: added,
  approve: doubted,
  reboot: trusted,
  factoryReset: trusted,
  scheduleInform: trusted,
  connect: trusted,
  expectReset: trusted,
  readParameters: trusted,
  setParameters: trusted,
  changeObjects: trusted,
  openTerminal: trusted,
  diagnose: trusted,
} as const satisfies Record<string, Rule>

export type DeviceMove = keyof typeof deviceMoves

/** Whether a command can still be cancelled: a sent one cannot. */
export function cancellable(
  state: 'waiting' | 'sent' | 'done' | 'failed' | 'expired' | 'cancelled',
): boolean {
  return state === 'waiting'
}
