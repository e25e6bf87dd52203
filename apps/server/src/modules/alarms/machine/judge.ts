/** `between`: neither bad enough to raise nor good enough to clear. `none`: nothing was measured. */
export type Verdict = 'bad' | 'good' | 'between' | 'none'

export interface Threshold {
  readonly compare: 'above' | 'below' | 'equal'
  readonly raise: number
  /** On the good side of `raise`, or equal to it. */
  readonly clear: number
}

export function judgeValue(value: number, { compare, raise, clear }: Threshold): Verdict {
  if (compare === 'equal') return value === raise ? 'bad' : 'good'
  if (compare === 'above')
    return value >= raise ? 'bad' : value < clear || clear === raise ? 'good' : 'between'
  return value < raise ? 'bad' : value >= clear ? 'good' : 'between'
}
