import { BarcodeOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeView } from '../../ui/scan/code-view.tsx'
import { serialsIn } from './serials-in.ts'

/**
 * Serial numbers, one a line: typed, by a handheld scanner that types and sends Enter, pasted, or by camera. The value is the text;
 * `serialsIn` reads it.
 */
export function SerialsField(props: {
  id?: string
  value?: string
  onChange?: (value: string) => void
  'aria-required'?: boolean
}) {
  const { t } = useTranslation()
  const { value = '', onChange, ...field } = props
  const [camera, setCamera] = useState(false)
  const [last, setLast] = useState('')
  const count = serialsIn(value).length
  const take = (text: string) => {
    const [serial] = serialsIn(text)
    if (serial === undefined) return
    setLast(serial)
    if (serialsIn(value).includes(serial)) return
    onChange?.(value.trim() === '' ? `${serial}\n` : `${value.trimEnd()}\n${serial}\n`)
  }
  return (
    <>
      <Input.TextArea
        {...field}
        className="mono"
        autoSize={{ minRows: 3, maxRows: 10 }}
        spellCheck={false}
        autoComplete="off"
        maxLength={40_000}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="part-scan">
        <span className="quiet">{t('parts.serialsCount', { count })}</span>
        <Button size="small" icon={<BarcodeOutlined />} onClick={() => setCamera(!camera)}>
          {t(camera ? 'parts.scanStop' : 'parts.scan')}
        </Button>
      </div>
      {camera && (
        <>
          <CodeView onCode={take} />
          <output className="quiet">{last !== '' && t('parts.scanned', { serial: last })}</output>
        </>
      )}
    </>
  )
}
