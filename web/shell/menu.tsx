import { Search } from 'lucide-react'
import { t } from '../kit/i18n'
import { Layer } from '../kit/layer'
import { Drawer } from './drawer'

const ROW = { flex: 'none', width: 'auto', minHeight: 44, margin: '4px 8px' }

/** The drawer over the page, from "Menu". A phone has no place for the palette in its top bar: it is opened from here. */
export function Menu({ close, openPalette }: { close: () => void; openPalette: () => void }) {
  const search = () => {
    close()
    openPalette()
  }
  return (
    <Layer close={close}>
      <div className="scrim" onMouseDown={close} />
      <Drawer
        rail={false}
        over
        done={close}
        first={
          <button type="button" className="searchbox" style={ROW} aria-haspopup="dialog" onClick={search}>
            <Search className="icon icon-sm" aria-hidden />
            <span className="clip">{t('top.run')}…</span>
          </button>
        }
      />
    </Layer>
  )
}
