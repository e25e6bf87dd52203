import { useTranslation } from 'react-i18next'

/** Minimum strength (dBm), with the Wi-Fi engineers' term and the number of bars. */
const steps = [
  { least: -55, word: 'excellent', bars: 4 },
  { least: -67, word: 'good', bars: 3 },
  { least: -75, word: 'fair', bars: 2 },
  { least: -Infinity, word: 'weak', bars: 1 },
] as const

export function signalStep(dbm: number) {
  return steps.find(({ least }) => dbm >= least) ?? steps[3]
}

/** Signal strength of a client: drawn, in a word, and as a number. */
export function SignalBars({ dbm }: { dbm: number }) {
  const { t } = useTranslation()
  const { word, bars } = signalStep(dbm)
  return (
    <span className={`signal signal-${word}`}>
      <svg viewBox="0 0 18 14" width="18" height="14" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 4.6}
            y={14 - bar * 3.5}
            width="3.4"
            height={bar * 3.5}
            rx="0.8"
            className={bar <= bars ? 'signal-on' : 'signal-off'}
          />
        ))}
      </svg>
      {t('gatewaySettings.signalText', { word: t(`gatewaySettings.signalWords.${word}`), dbm })}
    </span>
  )
}
