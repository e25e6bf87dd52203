/** One value that a gateway is to have. */
export interface DesiredValue {
  /** Full name; a segment `[Key=value]` stands for the instance whose parameter `Key` has that value. */
  path: string
  value: string
  /** Used only where the gateway's own type is not known. */
  type?: string
  /** Reads back empty: whether it drifted cannot be known. */
  secret?: boolean
  /** Set also where the gateway has it: something else was said, and waits for a restart. */
  again?: boolean
  /** What stands for the setting that it is of (`settingId`). */
  setting?: string
}

/** An instance that a gateway is to have, known by its key parameters and added when none has them. */
export interface DesiredObject {
  /** Ends in a dot: `Device.WiFi.SSID.` */
  table: string
  /** By parameter below the instance, such as `Name`. At least one, unless it refers to another object. */
  key: Readonly<Record<string, string>>
  values: readonly { name: string; value: string; type?: string; secret?: boolean }[]
  /** A parameter that holds the path of an object before it in the list: it belongs to the key. */
  refers?: { name: string; object: number; dot: boolean }
  /** No instance but those declared stays in the table. */
  only?: boolean
}

/** What a gateway is to be like, with nothing left to fill in. */
export interface Declaration {
  values: readonly DesiredValue[]
  objects: readonly DesiredObject[]
  notifications: readonly { path: string; level: number }[]
  /** Instances that are to be gone. */
  absent?: readonly string[]
  /** Instances that runs before this one added, and that are to be gone while they are still what was added. */
  retired?: readonly AddedObject[]
  /** What a run before this one was about to add; it was cut off, and nobody knows how far it came. */
  adding?: readonly AddingObject[]
}

/** An instance that a run added: `path` ends in a dot, and what has another key by now is something else. */
export interface AddedObject {
  path: string
  table: string
  key: Readonly<Record<string, string>>
}

/** An instance that a run is about to add: `before` are the paths of those that are there already. */
export interface AddingObject {
  table: string
  key: Readonly<Record<string, string>>
  before: readonly string[]
  /** With its key it stays also when nothing wants it any more. */
  stays: boolean
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
  /** What stands for the setting that it is of. */
  setting?: string
}

/** Why a part of a declaration cannot be had: a CWMP fault code, or one of ours. */
export interface Problem {
  /** What stands for a setting, where it is of one. */
  path: string
  code: string
  text: string
}
