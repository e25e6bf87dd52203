/** A department as its service names it. A part that is undefined is one that the service does not tell. */
export interface DirectoryDepartment {
  readonly id: string
  /** Null for the root, which stands for the company. */
  readonly parentId: string | null
  readonly name?: string
}

/** A person of a directory. A part that is undefined is one that the service does not tell: it never wipes what is here. */
export interface DirectoryPerson {
  /** As `sign_on_link.subject` holds it: a person who is linked is the same person. */
  readonly subject: string
  readonly name?: string
  /** Stays the same where the service gives the person another subject (unionid of DingTalk, union_id of Feishu). */
  readonly identity?: string
  /** A sign-in name there, from which a user name is made. */
  readonly userName?: string
  /** The main department first. */
  readonly departmentIds?: readonly string[]
  readonly groupIds?: readonly string[]
  /** E.164 or as the service has it. */
  readonly mobile?: string
  readonly mail?: string
  readonly title?: string
  /** False: suspended or not yet active there. */
  readonly isActive: boolean
}

/** A part of what a directory holds. Pages may repeat rows; the last one counts. */
export interface DirectoryPage {
  readonly departments?: readonly DirectoryDepartment[]
  readonly people?: readonly DirectoryPerson[]
  /** Who is there and is not synchronised, as guests of another directory: neither new nor gone. */
  readonly leftOut?: readonly string[]
  /** Only of a reading that is not full: what the service says has gone. */
  readonly goneDepartments?: readonly string[]
  readonly gonePeople?: readonly string[]
}

/** The end of a reading without a failure. */
export interface DirectoryEnd {
  /** True: a person who was not read is not in the directory. */
  readonly isFull: boolean
  /** Where the next incremental reading begins (a delta link, a time), null where the service has none. */
  readonly position: string | null
}

/** What a channel can read of its directory. */
export interface DirectoryReader {
  /**
   * Reads all of it, or what changed since `position`; a position that the service no longer knows becomes a full reading.
   * What throws before the end has changed nothing. @throws SendFailure
   */
  read(position: string | null, signal: AbortSignal): AsyncGenerator<DirectoryPage, DirectoryEnd>
  /** Reads these people again, as an event of the service names them; who is not found has gone. @throws SendFailure */
  readPeople(subjects: readonly string[], signal: AbortSignal): Promise<DirectoryPage>
  /** Groups that roles can follow, for the form. Empty where the service has none. @throws SendFailure */
  groups(search: string, signal: AbortSignal): Promise<readonly { id: string; name: string }[]>
}
