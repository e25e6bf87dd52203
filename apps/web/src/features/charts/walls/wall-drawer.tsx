import type { EndpointInput } from '@netward/contract'
import { type ChartCode, chartPermissions } from '@netward/contract/panels/panel'
import { mostWallDays, mostWallRanges, wallLooks, wallRotateSeconds } from '@netward/contract/wall-values'
import { languages } from '@netward/phrases'
import { Checkbox, Form, Input, QRCode, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useLanguage } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/time-zone.ts'
import { useAct } from '../../../lib/use-api.ts'
import { clockAt, instantOf } from '../../../lib/wall-clock.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useShownOnce } from '../../../ui/shown-once.tsx'
import { UntilItem } from '../../../ui/until-item.tsx'
import type { Filters } from '../filter-bar.tsx'
import { useFilterText } from './filter-text.ts'
import { wallList } from './walls.ts'

type WallInput = EndpointInput<'POST /api/v1/chart/wall'>
interface Values extends Pick<WallInput, 'name' | 'pages' | 'language' | 'look'> {
  ranges: string
  expiresAt: string
}

const usualDays = 30
const usualEnd = (): string => clockAt(new Date(Date.now() + usualDays * 86_400_000))
const rangesOf = (text = ''): string[] => text.split(/[\s,;，；]+/).filter(Boolean)

/** Makes a wall screen; its link is shown once, also as a QR code. */
export function WallDrawer(props: {
  open: boolean
  onClose: () => void
  pages: ChartCode[]
  filters: Filters
  /** With a link to the list, where it is not the list that opens it. */
  linked?: boolean
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const held = useSession()?.permissions
  const show = useShownOnce()
  const filterText = useFilterText()
  const make = useAct('POST /api/v1/chart/wall', { errors: 'caller', refresh: [wallList] })
  const offered = (Object.keys(chartPermissions) as ChartCode[]).filter(
    (code) => held?.has(chartPermissions[code]) === true,
  )
  const submit = async ({ ranges, expiresAt, pages, ...values }: Values) => {
    const { secret } = await make.mutateAsync({
      ...values,
      ...props.filters,
      pages: offered.filter((code) => pages.includes(code)),
      ranges: rangesOf(ranges),
      expiresAt: instantOf(expiresAt),
      timeZone,
    } as WallInput)
    const link = `${window.location.origin}${window.location.pathname}#${paths.wallScreen(secret)}`
    show({
      title: t('walls.madeTitle'),
      values: [{ label: t('walls.link'), value: link }],
      picture: (
        <QRCode
          type="svg"
          value={link}
          size={200}
          bgColor="#ffffff"
          color="#000000"
          aria-label={t('walls.link')}
        />
      ),
      text: t('walls.madeHint'),
    })
  }
  return (
    <FormDrawer<Values>
      title={t('walls.make')}
      open={props.open}
      onClose={props.onClose}
      initialValues={{
        name: '',
        pages: props.pages,
        language,
        look: 'dark',
        ranges: '',
        expiresAt: usualEnd(),
      }}
      fieldOf={(field) => field.split('.')[0] ?? field}
      savedText={false}
      submitText={t('walls.make')}
      onSubmit={submit}
    >
      <p className="quiet">{t('walls.hint')}</p>
      {props.linked === true && (
        <p>
          <a className="in-text" href={`#${paths.walls}`}>
            {t('walls.list')}
          </a>
        </p>
      )}
      <Form.Item
        name="name"
        label={t('walls.name')}
        rules={[{ required: true, whitespace: true, message: t('walls.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" placeholder={t('walls.namePlaceholder')} />
      </Form.Item>
      <Form.Item
        name="pages"
        label={t('walls.pages')}
        extra={t('walls.pagesHint', { seconds: wallRotateSeconds })}
        // Not "required": a group of boxes has no such attribute.
        rules={[{ type: 'array', min: 1, message: t('walls.pagesEmpty') }]}
      >
        <Checkbox.Group
          className="wall-choices"
          options={offered.map((code) => ({ value: code, label: t(`shell.titles.${code}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('walls.scope')} extra={t('walls.scopeHint')}>
        <span>{filterText(props.filters)}</span>
      </Form.Item>
      <Form.Item
        name="ranges"
        label={t('walls.ranges')}
        extra={t('walls.rangesHint')}
        rules={[
          { required: true, whitespace: true, message: t('walls.rangesEmpty') },
          {
            validator: (_rule, text?: string) =>
              rangesOf(text).length > mostWallRanges
                ? Promise.reject(new Error(t('walls.rangesTooMany', { count: mostWallRanges })))
                : Promise.resolve(),
          },
        ]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} className="mono" autoComplete="off" />
      </Form.Item>
      <UntilItem name="expiresAt" label={t('walls.expiresAt', { days: mostWallDays })} />
      <Form.Item name="language" label={t('walls.language')}>
        <Radio.Group
          options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="look" label={t('walls.look')}>
        <Radio.Group options={wallLooks.map((value) => ({ value, label: t(`walls.looks.${value}`) }))} />
      </Form.Item>
    </FormDrawer>
  )
}
