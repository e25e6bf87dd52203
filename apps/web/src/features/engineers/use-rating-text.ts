import { useTranslation } from 'react-i18next'
import type { Engineer } from './engineer.ts'

/** A mean of five answers or more; fewer say too little. */
export function useRatingText(): (rating: Engineer['rating']) => string {
  const { t } = useTranslation()
  return ({ mean, count }) =>
    mean === null
      ? t('engineers.ratingFew', { count })
      : t('engineers.ratingOf', { mean: mean.toFixed(1), count })
}
