/** One desired value. */
export interface DesiredValue {
  /** Full name; a segment `[Key=value]` stands for the instance whose parameter `Key` has that value. */
  path: string
  value: string
  /** Used only if the gateway's own type is unknown. */
  type?: string
  /** Reads back empty: drift cannot be detected. */
  secret?: boolean
  /** Set even if the gateway already has it: another value is committed and waits for a restart. */
  again?: boolean
  /** The identity of its setting (`settingId`). */
  setting?: string
}

/** A desired instance, identified by its key parameters and added if none matches. */
export interface DesiredObject {
  /** Ends in a dot: `Device.WiFi.SSID.` */
  table: string
  /** By parameter below the instance, such as `Name`. At least one, unless it refers to another object. */
  key: Readonly<Record<string, string>>
  values: readonly { name: string; value: string; type?: string; secret?: boolean }[]
  /** A parameter that holds the path of an earlier object in the list: part of the key. */
  refers?: { name: string; object: number; dot: boolean }
  /** Only declared instances stay in the table. */
  only?: boolean
}

/** The desired state of a gateway, fully resolved. */
export interface Declaration {
  values: readonly DesiredValue[]
  objects: readonly DesiredObject[]
  notifications: readonly { path: string; level: number }[]
  /** Instances to delete. */
  absent?: readonly string[]
  /** Instances added by earlier runs, to delete while they are unchanged. */
  retired?: readonly AddedObject[]
  /** What an interrupted earlier run was about to add; its progress is unknown. */
  adding?: readonly AddingObject[]
}

/** An instance that a run added: `path` ends in a dot; with another key it is a different instance. */
export interface AddedObject {
  path: string
  table: string
  key: Readonly<Record<string, string>>
}

/** An instance that a run is about to add: `before` lists the existing paths. */
export interface AddingObject {
  table: string
  key: Readonly<Record<string, string>>
  before: readonly string[]
  /** With its key it stays even when no longer declared. */
  stays: boolean
}

/** Known parameters of a gateway, by full name. Objects need no entry of their own. */
export type KnownValues = ReadonlyMap<string, { value: string; type: string | null }>

/** One parameter, desired and known. `before` is null if unknown, and for secrets. */
export interface Difference {
  path: string
  before: string | null
  after: string
  type?: string
  secret: boolean
  /** The identity of its setting. */
  setting?: string
}

/** Why part of a declaration cannot be applied: a CWMP fault code, or one of ours. */
export interface Problem {
  /** The setting's identity, if it belongs to one. */
  path: string
  code: string
  text: string
}
