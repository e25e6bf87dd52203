/** At most `most` at once; the others wait in order. */
export function limited<Arguments extends readonly unknown[], Result>(
  most: number,
  work: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...given) => {
    if (running >= most)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else running++
    try {
      return await work(...given)
    } finally {
      // The next one takes the place over, so that none that arrives now comes between.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
