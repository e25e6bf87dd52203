/** Yuan: small sums with enough places to be more than zero. */
export const costText = (value: number): string =>
  `¥${value < 0.01 ? value.toFixed(6).replace(/0{1,3}$/, '') : value < 1 ? value.toFixed(4) : value.toFixed(2)}`
