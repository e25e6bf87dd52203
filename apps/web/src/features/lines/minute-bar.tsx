import { type MinuteLetter, minuteLetters } from '@netward/contract/line-quality-values'
import { useTranslation } from 'react-i18next'
import './lines.css'

const isLetter = (letter: string): letter is MinuteLetter => minuteLetters.some((one) => one === letter)

/** Runs of letters as blocks: blind ones hatched, those without data empty. */
export function MinuteBar({ letters, of }: { letters: string; of: 'hours' | 'minutes' }) {
  const { t } = useTranslation()
  const runs: { letter: MinuteLetter; from: number; length: number }[] = []
  for (const [place, letter] of Array.from(letters).entries()) {
    const last = runs.at(-1)
    if (last?.letter === letter) last.length += 1
    else if (isLetter(letter)) runs.push({ letter, from: place, length: 1 })
  }
  const counted = minuteLetters
    .map((letter) => [letter, letters.split(letter).length - 1] as const)
    .filter(([, n]) => n > 0)
    .map(([letter, n]) => t(`lines.lettersCount.${letter}`, { n }))
    .join(', ')
  return (
    <figure
      className="minute-bar"
      aria-label={t(of === 'hours' ? 'lines.hoursOf' : 'lines.minutesOf', { text: counted })}
    >
      {runs.map(({ letter, from, length }) => (
        <span key={from} className={`minute-${names[letter]}`} style={{ flexGrow: length }} />
      ))}
    </figure>
  )
}

const names: Readonly<Record<MinuteLetter, string>> = {
  u: 'up',
  o: 'over',
  d: 'down',
  b: 'blind',
  '-': 'none',
}

export function MinuteLegend() {
  const { t } = useTranslation()
  return (
    <ul className="minute-legend">
      {minuteLetters.map((letter) => (
        <li key={letter}>
          <span className={`minute-${names[letter]}`} />
          {t(`lines.letters.${letter}`)}
        </li>
      ))}
    </ul>
  )
}
