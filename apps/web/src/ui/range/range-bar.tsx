import { LeftOutlined, RightOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../date-field.tsx'
import {
  followsClock,
  type longPresets,
  moved,
  ownRange,
  presets,
  type Range,
  type Span,
  wider,
} from './range.ts'
import { useRange } from './use-range.ts'
import './range-bar.css'

const minuteMs = 60_000

/** The range of all charts of the page. */
export function RangeBar({
  usual,
  more = [],
  compares = true,
}: {
  /** Of the page, until somebody chose another one. */
  usual?: Range
  /** Longer ranges, in a list beside the others. */
  more?: readonly (typeof longPresets)[number][]
  /** Whether the page can also show the values of the period before. */
  compares?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, span, change } = useRange(usual)
  const { range, zoom, compare } = state
  const show = (next: Span) => change({ range: { kind: 'own', ...next }, zoom: null })
  const atEnd = span.to >= useNow(minuteMs) - minuteMs
  return (
    <fieldset className="range-bar" aria-label={t('monitoring.range.label')}>
      <Segmented<Range['kind']>
        aria-label={t('monitoring.range.label')}
        value={range.kind}
        options={presets.map((value) => ({ value, label: t(`monitoring.range.presets.${value}`) }))}
        onChange={(kind) => {
          if (kind !== 'own') change({ range: { kind }, zoom: null })
        }}
      />
      {more.length > 0 && (
        <Select
          aria-label={t('monitoring.range.more')}
          placeholder={t('monitoring.range.more')}
          value={more.find((kind) => kind === range.kind) ?? null}
          options={more.map((value) => ({ value, label: t(`monitoring.range.presets.${value}`) }))}
          onChange={(kind) => {
            if (kind !== null) change({ range: { kind }, zoom: null })
          }}
          className="range-bar-more"
        />
      )}
      <OwnRange span={span} chosen={range.kind === 'own'} onChoose={show} />
      <span className="range-bar-moves">
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('monitoring.range.earlier')}
          title={t('monitoring.range.earlier')}
          onClick={() => show(moved(span, -1, Date.now()))}
        />
        <span className="range-bar-span">
          {t('monitoring.range.span', {
            from: format.dateTime(span.from).slice(0, 16),
            to: format.dateTime(span.to).slice(0, 16),
          })}
        </span>
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={t('monitoring.range.later')}
          title={t('monitoring.range.later')}
          disabled={atEnd}
          onClick={() => show(moved(span, 1, Date.now()))}
        />
        <Button
          type="text"
          icon={<ZoomOutOutlined />}
          aria-label={t('monitoring.range.wider')}
          title={t('monitoring.range.wider')}
          onClick={() => show(wider(span, Date.now()))}
        />
      </span>
      {zoom !== null && (
        <Button onClick={() => change({ zoom: null })}>{t('monitoring.range.resetZoom')}</Button>
      )}
      {compares && (
        <Checkbox checked={compare} onChange={({ target }) => change({ compare: target.checked })}>
          {t('monitoring.range.compare')}
        </Checkbox>
      )}
      {followsClock(state) && <span className="range-bar-live quiet">{t('monitoring.range.live')}</span>}
    </fieldset>
  )
}

function OwnRange({
  span,
  chosen,
  onChoose,
}: {
  span: Span
  chosen: boolean
  onChoose: (span: Span) => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <OwnRangeForm
          span={span}
          onChoose={(next) => {
            setOpen(false)
            onChoose(next)
          }}
        />
      }
    >
      <Button type={chosen ? 'primary' : 'default'} aria-expanded={open}>
        {t('monitoring.range.own')}
      </Button>
    </Popover>
  )
}

function OwnRangeForm({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(() => clockAt(new Date(span.from)))
  const [to, setTo] = useState(() => clockAt(new Date(span.to)))
  const [wrong, setWrong] = useState(false)
  const submit = () => {
    const range =
      from === '' || to === ''
        ? null
        : ownRange(Date.parse(instantOf(from)), Date.parse(instantOf(to)), Date.now())
    setWrong(range === null)
    if (range?.kind === 'own') onChoose({ from: range.from, to: range.to })
  }
  return (
    <form
      className="own-range"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor="own-range-from">{t('monitoring.range.from')}</label>
      <DateField kind="moment" id="own-range-from" value={from} onChange={setFrom} />
      <label htmlFor="own-range-to">{t('monitoring.range.to')}</label>
      <DateField kind="moment" id="own-range-to" value={to} onChange={setTo} />
      {wrong && (
        <p role="alert" className="own-range-wrong">
          {t('monitoring.range.wrong')}
        </p>
      )}
      <Button type="primary" htmlType="submit">
        {t('monitoring.range.show')}
      </Button>
    </form>
  )
}
