import type { SelectProps } from 'antd'

/**
 * For a select in which anything may be typed: Enter takes what stands first. What was typed stands there by itself until it is
 * among the offers; from then on it would be wherever they have it, behind others that hold it too.
 */
export const typedFirst: NonNullable<SelectProps['filterSort']> = (one, other, { searchValue }) =>
  Number(other.value === searchValue) - Number(one.value === searchValue)
