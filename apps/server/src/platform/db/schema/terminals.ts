import type { TerminalEncoding, TerminalOutcome, TerminalProtocol } from '@netward/contract/terminal-values'
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant } from './columns.ts'

export interface TerminalAccessTable {
  company_id: Id
  device_id: Id
  protocol: Generated<TerminalProtocol>
  port: Generated<number>
  encoding: Generated<TerminalEncoding>
  legacy: Generated<boolean>
  username: Generated<string>
  secret_kind: 'password' | 'key' | null
  /** Written by requests, read by definer functions alone. */
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  idle_minutes: Generated<number>
  /** Set for the device alone; else the row holds its host key. */
  own: Generated<boolean>
  host_key: string | null
  host_key_at: Instant | null
  offered_host_key: string | null
  offered_at: Instant | null
}

export interface TerminalSessionTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  device_name: string
  person_id: Id
  person_name: string
  home_company_id: Id
  from_outside: boolean
  session_id: ColumnType<never, Id, never>
  remote_address: string
  reason: string
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  username: string
  state: Generated<'asking' | 'waiting' | 'running' | 'ended' | 'failed'>
  outcome: TerminalOutcome | null
  ended_by: string | null
  created_at: GeneratedInstant
  started_at: Instant | null
  ended_at: Instant | null
  recorded_bytes: Generated<number>
  end_asked_by: string | null
  ask_until: Instant | null
  decided_by: string | null
  longest_minutes: Generated<number>
  profile_id: Id | null
  ticket_hash: ColumnType<never, Buffer | null | undefined, Buffer | null>
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
}

export interface TerminalChunkTable {
  company_id: Id
  terminal_id: Id
  n: number
  content: string
}

export interface TerminalSettingTable {
  company_id: Id
  ask: Generated<boolean>
  ask_minutes: Generated<number>
  longest_minutes: Generated<number>
}

export interface TerminalProfileTable {
  id: Generated<Id>
  company_id: Id
  name: string
  model: string
  tag: string
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  legacy: boolean
  username: string
  secret_kind: 'password' | 'key' | null
  /** Written by requests, read by definer functions alone. */
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  idle_minutes: number
  changed_at: GeneratedInstant
  changed_by: string
}

export interface TerminalWatchTable {
  company_id: Id
  terminal_id: Id
  person_id: Id
  person_name: string
  seen_at: GeneratedInstant
}
