import { SwapOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MenuMode } from '../route-entry.ts'

/** Switches between the two menus. Without room for both names, one button names the other menu. */
export function ModeSwitch(props: { mode: MenuMode; choose: (mode: MenuMode) => void; wide: boolean }) {
  const { t } = useTranslation()
  const { mode, choose } = props
  const names = { default: t('shell.modeDefault'), admin: t('shell.modeAdmin') }
  if (!props.wide) {
    const other = mode === 'default' ? 'admin' : 'default'
    return (
      <Tooltip title={names[other]} placement="right">
        <button type="button" className="mode-other" aria-label={names[other]} onClick={() => choose(other)}>
          <SwapOutlined />
        </button>
      </Tooltip>
    )
  }
  return (
    <fieldset className="mode-switch" aria-label={t('shell.menuMode')}>
      {(['default', 'admin'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === mode} onClick={() => choose(one)}>
          {names[one]}
        </button>
      ))}
    </fieldset>
  )
}
