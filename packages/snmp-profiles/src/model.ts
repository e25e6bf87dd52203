import type { DeviceType } from '@netward/contract/device-values'
import type { MetricName } from '@netward/contract/metric-catalogue'
import type { ProductList } from './products/index.ts'
import type { Vendor } from './vendors.ts'

/** An object identifier in dots, without a leading one. A column has no index; a scalar ends with `.0`. */
export type Oid = string

/**
 * Where a text of the identity stands; the first source that has one wins.
 * - `oid`: of an instance; with `pattern`, its first group or the named group `value`.
 * - `column`: its first row that holds text.
 * - `entity`: of the chassis in ENTITY-MIB, or of the first part that has it.
 * Patterns meet hostile text of at most 1,000 characters: no nested quantifiers (profiles.test.ts).
 */
export type TextSource =
  | { readonly oid: Oid; readonly pattern?: RegExp; readonly names?: Readonly<Record<string, string>> }
  | { readonly column: Oid; readonly pattern?: RegExp }
  | { readonly entity: EntityText; readonly pattern?: RegExp; readonly of?: 'chassis' | 'module' }
  | {
      readonly descr: RegExp
      readonly upper?: true
      /** Words for what the pattern finds; others are as they are. */
      readonly names?: Readonly<Record<string, string>>
      /** Only where sysObjectID is below one of these. */
      readonly below?: readonly Oid[]
    }
  /** The name that a MIB of the maker gives sysObjectID. */
  | { readonly products: ProductList }
  /** Several texts in one: `AOS {0} / App {1}`; needs all of them. */
  | { readonly join: string; readonly of: readonly TextSource[] }

export type EntityText = 'model' | 'serial' | 'software' | 'firmware' | 'hardware' | 'descr' | 'name'

/** What must hold of an agent: all that is named. */
export interface Match {
  /** sysObjectID is one of these or below one. */
  readonly oids?: readonly Oid[]
  readonly descr?: RegExp
  /** Instances that must be present, for agents whose sysObjectID is that of net-snmp. */
  readonly present?: Oid
  /** Text of an instance that must fit. */
  readonly text?: readonly [oid: Oid, pattern: RegExp]
}

/** The first whose pattern fits the model (else sysDescr) decides; without a pattern: always. */
export interface TypeRule {
  readonly type: DeviceType
  readonly model?: RegExp
  readonly descr?: RegExp
  readonly oids?: readonly Oid[]
}

export interface Profile {
  /** Names the family: `cisco-ios`. */
  readonly name: string
  readonly vendor: Vendor
  /** Any of these. Among profiles that match, the longest OID wins, then one with more conditions. */
  readonly match: readonly Match[]
  readonly type: readonly TypeRule[]
  readonly model?: readonly TextSource[]
  readonly version?: readonly TextSource[]
  readonly serial?: readonly TextSource[]
  readonly hardware?: readonly TextSource[]
  /** Tables of the vendor's MIBs, tried in order. Standard ones are always tried. */
  readonly tables?: readonly Table[]
  /**
   * OIDs that begin with `~` stand below sysObjectID or the OID above it: whichever has rows below this. Makers that build
   * on one firmware number its MIB by model.
   */
  readonly below?: Oid
  /** Standard readers that answer wrongly or doubly here. */
  readonly without?: readonly StandardTables[]
}

export type StandardTables = 'host-processors' | 'host-memory' | 'ucd' | 'entity-sensors'

/** How a raw value becomes a sample. Applied in the order of the fields. */
export interface Convert {
  /** Raw values that mean "not available": absent, not zero. */
  readonly invalid?: readonly number[]
  /** Raw values outside are absent too. */
  readonly rawMin?: number
  readonly rawMax?: number
  /** The raw value is text; its first number counts, or the first group of the pattern. */
  readonly text?: true | RegExp
  /** The raw value is a set of bits: the number of its first one, from 1; 0 if none is set. */
  readonly bits?: true
  /** 1 for these raw values, 0 for others. */
  readonly equals?: readonly number[]
  readonly scale?: number
  /** Decimal logarithm times ten, after scaling: milliwatts become dBm. */
  readonly decibel?: true
  readonly offset?: number
  /** 100 minus the value: idle becomes use. */
  readonly ofHundred?: true
  /** Fahrenheit becomes Celsius. */
  readonly fahrenheit?: true
}

/** A state of a vendor: `raw: [level, word]`; the level is that of `sensor_state`. */
export type StateMap = Readonly<Record<number, readonly [level: 0 | 1 | 2 | 3 | 4, word: string]>>

/** A condition on another column of the same row: `equals` one of, or not one of. */
export interface RowCondition {
  readonly column: Oid
  /** Which numbers of the row's index are that of the column. */
  readonly from?: number
  readonly to?: number
  readonly is?: readonly (number | string)[]
  readonly not?: readonly (number | string)[]
  readonly matches?: RegExp
}

interface TableBase {
  /**
   * Name of a part, with text in braces: `{index}` whole index, `{0}`, `{-1}` one number of it, `{name}` a column of `texts`,
   * `{port}` the interface whose ifIndex is the last number of the index.
   */
  readonly label: string
  readonly texts?: Readonly<Record<string, TextColumn>>
  readonly when?: readonly RowCondition[]
  /** Rows whose index does not fit are left out. */
  readonly index?: RegExp
  /** What of a label changes with the state of its part, and has no place in the name of a series. */
  readonly unstable?: RegExp
  /** Only where none of the tables before has a value of this metric. */
  readonly fallback?: true
}

/**
 * A text of the row; of several, the first that is not empty.
 * - `from`, `to`: which numbers of the row's index are that of the column (as `slice`); default: all.
 * - `via`: a column of the row whose number is the index of this one.
 * - `names`: words of its numbers.
 */
export type TextColumn = Oid | RowText | readonly (Oid | RowText)[]

export interface RowText {
  readonly column: Oid
  readonly from?: number
  readonly to?: number
  readonly via?: Oid
  readonly names?: Readonly<Record<string, string>>
  /** Its first group counts. */
  readonly pattern?: RegExp
  /** What stands for an empty text. */
  readonly or?: string
  /** Put before and behind a text that is not empty. */
  readonly around?: readonly [before: string, behind: string]
}

/** One value a row. A scalar is a column whose only row is `.0`. */
export interface ValueTable extends TableBase, Convert {
  readonly metric: MetricName
  readonly column: Oid
  /** Thresholds of the device, in the unit of the raw value. */
  readonly low?: Oid | number
  readonly high?: Oid | number
  /** A column of exponents: the raw value divides by ten to this one. */
  readonly divisor?: Oid
  /** The value is a part of this (a column, or a number): it becomes a percentage. */
  readonly of?: Oid | number
}

/** A state: gives `sensor_state` by its map and `state_code` raw. */
export interface StateTable extends TableBase {
  readonly state: Oid
  readonly states: StateMap
  readonly invalid?: readonly number[]
  readonly text?: true | RegExp
  readonly bits?: true
  /** Words that the agent sends instead of numbers, by the number that stands for each. */
  readonly named?: Readonly<Record<string, number>>
}

/** A pool of memory or storage: at least two of used, free and total, or a percentage. */
export interface PoolTable extends TableBase {
  readonly pool: 'memory' | 'storage'
  readonly used?: Oid
  readonly free?: Oid
  readonly total?: Oid | number
  readonly percent?: Oid
  /** The percentage counts what is free. */
  readonly percentFree?: Oid
  /** Counted in `used`, though it can be given back. */
  readonly minus?: readonly Oid[]
  /** Bytes of a unit. */
  readonly unit?: number | Oid
  readonly text?: true | RegExp
  readonly invalid?: readonly number[]
  /** The usage in per cent above which the device itself, or its maker, speaks of too much; 0 stands for none. */
  readonly high?: Oid | number
}

export type Table = ValueTable | StateTable | PoolTable
