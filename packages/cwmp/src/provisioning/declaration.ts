/** One value that a gateway is to have. */
export interface DesiredValue {
  /** Full name; a segment `[Key=value]` stands for the instance whose parameter `Key` has that value. */
  path: string
  value: string
  /** Used only where the gateway's own type is not known. */
  type?: string
  /** Reads back empty: whether it drifted cannot be known. */
  secret?: boolean
}

/** An instance that a gateway is to have, known by its key parameters and added when none has them. */
export interface DesiredObject {
  /** Ends in a dot: `Device.WiFi.SSID.` */
  table: string
  /** By parameter below the instance, such as `Name`. At least one. */
  key: Readonly<Record<string, string>>
  values: readonly { name: string; value: string; type?: string; secret?: boolean }[]
  /** No instance but those declared stays in the table. */
  only?: boolean
}

/** What a gateway is to be like, with nothing left to fill in. */
export interface Declaration {
  values: readonly DesiredValue[]
  objects: readonly DesiredObject[]
  notifications: readonly { path: string; level: number }[]
}

/** What is known of a gateway's parameters, by full name. Objects need no entry of their own. */
export type KnownValues = ReadonlyMap<string, { value: string; type: string | null }>

/** One parameter as desired and as known. `before` is null where nothing is known of it, and for secrets. */
export interface Difference {
  path: string
  before: string | null
  after: string
  type?: string
  secret: boolean
}

/** Why a part of a declaration cannot be had: a CWMP fault code, or one of ours. */
export interface Problem {
  path: string
  code: string
  text: string
}
