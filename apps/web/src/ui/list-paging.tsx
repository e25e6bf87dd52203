import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { type PageSize, pageSizes, totalText } from './list-state.ts'
import { scrollLimit } from './use-list-rows.ts'

/** Total, page size and pages. A capped total has a next page as long as the current page is full. */
export const ListPaging = memo(function ListPaging(props: {
  page: number
  pageSize: PageSize
  /** Rows on the current page. */
  shown: number
  total: number
  totalCapped: boolean
  onChange: (change: { page: number; pageSize: PageSize }) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { page, pageSize, shown, total, totalCapped, onChange } = props
  const size = pageSize === 'all' ? scrollLimit : pageSize
  const pages = Math.max(1, Math.ceil(total / size))
  const totalWords = totalText(total, totalCapped, format.number)
  const hasNext = totalCapped ? shown === size : page < pages
  return (
    <nav className="list-paging" aria-label={t('common.pagination')}>
      <span className="list-total" aria-live="polite">
        {pageSize === 'all' || shown === 0
          ? t('common.total', { total: totalWords })
          : t('common.totalRange', {
              from: format.number((page - 1) * size + 1),
              to: format.number((page - 1) * size + shown),
              total: totalWords,
            })}
        {pageSize === 'all' && totalCapped && (
          <em>{t('common.scrollLimit', { limit: format.number(scrollLimit) })}</em>
        )}
      </span>
      <Select
        aria-label={t('common.pageSizeLabel')}
        value={String(pageSize)}
        popupMatchSelectWidth={false}
        options={pageSizes.map((known) => ({
          value: String(known),
          label: known === 'all' ? t('common.pageSizeAll') : t('common.pageSize', { size: known }),
        }))}
        onChange={(chosen) => {
          const next = pageSizes.find((known) => String(known) === chosen)
          if (next !== undefined) onChange({ page: 1, pageSize: next })
        }}
      />
      {pageSize !== 'all' && (
        <span className="list-pages">
          <Button
            icon={<LeftOutlined />}
            aria-label={t('common.previousPage')}
            disabled={page <= 1}
            onClick={() => onChange({ page: page - 1, pageSize })}
          />
          <PageNumber
            key={page}
            page={page}
            last={totalCapped ? null : pages}
            onGo={(wanted) => onChange({ page: wanted, pageSize })}
          />
          <span>/ {totalText(pages, totalCapped, format.number)}</span>
          <Button
            icon={<RightOutlined />}
            aria-label={t('common.nextPage')}
            disabled={!hasNext}
            onClick={() => onChange({ page: page + 1, pageSize })}
          />
        </span>
      )}
    </nav>
  )
})

/** A digits-only field. The component library's number field would load with every list. */
function PageNumber(props: { page: number; last: number | null; onGo: (page: number) => void }) {
  const { t } = useTranslation()
  const { page, last, onGo } = props
  const [typed, setTyped] = useState(String(page))
  const go = () => {
    const wanted = Number(typed)
    if (wanted >= 1 && (last === null || wanted <= last)) onGo(wanted)
  }
  return (
    <Input
      aria-label={t('common.jumpToPage')}
      className="list-page-number"
      inputMode="numeric"
      maxLength={6}
      value={typed}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
      onPressEnter={go}
      onBlur={() => setTyped(String(page))}
    />
  )
}
