import type { SelectProps } from 'antd'

/**
 * For a select with free input: Enter takes the first option. Typed text is its own first option until it is
 * among the offered ones; after that its position depends on the library, behind other matches.
 */
export const typedFirst: NonNullable<SelectProps['filterSort']> = (one, other, { searchValue }) =>
  Number(other.value === searchValue) - Number(one.value === searchValue)
