/** Yuan: sums below one with up to six places, others with two. */
export function yuan(value: number): string {
  return value !== 0 && value < 1 ? value.toFixed(6).replace(/0{1,4}$/, '') : value.toFixed(2)
}
