import { useTranslation } from 'react-i18next'

const tenths = (value: number) => Math.round(value * 10) / 10

/** Figures with their units; a dash for unknown values. */
export function useUnits() {
  const { t } = useTranslation()
  return {
    ms: (value: number | null) =>
      value === null ? '—' : t('diagnostics.milliseconds', { value: tenths(value) }),
    mbit: (value: number | null) =>
      value === null
        ? '—'
        : t('diagnostics.throughput.rate', {
            value: value < 10 ? Math.round(value * 100) / 100 : tenths(value),
          }),
    percent: (value: number | null) =>
      value === null ? '—' : t('diagnostics.lossPercent', { value: tenths(value) }),
    /** Megabytes, as rates are megabits. */
    megabytes: (value: number) => Math.round(value / 10_000) / 100,
  }
}
