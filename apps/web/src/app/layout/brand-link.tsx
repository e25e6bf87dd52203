import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '../../ui/brand-mark.tsx'

export function BrandLink({ named, onInk }: { named: boolean; onInk: boolean }) {
  const { t } = useTranslation()
  return (
    <Link to="/" className="menu-brand" aria-label={t('common.productName')}>
      <BrandMark size={28} onInk={onInk} />
      {named && <span>{t('common.productName')}</span>}
    </Link>
  )
}
