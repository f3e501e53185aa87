/**
 * Mailboxes that are common where our buyers live, the most common first: the only domains that are ever suggested for a
 * mistyped one. Nobody is asked about one of these, however close it is to another.
 */
export const MAIL_DOMAINS: readonly string[] = [
  // Everywhere.
  "gmail.com hotmail.com yahoo.com outlook.com icloud.com live.com msn.com aol.com googlemail.com me.com mac.com ymail.com",
  "rocketmail.com mail.com email.com gmx.com gmx.net zoho.com hey.com duck.com tuta.io tuta.com tutanota.com passport.com",
  "proton.me protonmail.com pm.me fastmail.com fastmail.fm yandex.com hushmail.com inbox.com titan.email",
  // The United States, Canada, Australia, New Zealand, Great Britain and Ireland.
  "comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net aim.com",
  "juno.com windstream.net frontier.com rogers.com shaw.ca sympatico.ca telus.net videotron.ca yahoo.ca hotmail.ca live.ca",
  "outlook.com.au live.com.au hotmail.com.au yahoo.com.au bigpond.com bigpond.net.au optusnet.com.au xtra.co.nz yahoo.co.nz",
  "yahoo.co.uk hotmail.co.uk live.co.uk btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net eircom.net yahoo.ie",
  // German.
  "web.de gmx.de gmx.at gmx.ch t-online.de freenet.de posteo.de mailbox.org mail.de arcor.de hotmail.de outlook.de live.de",
  "yahoo.de aol.de online.de bluewin.ch aon.at a1.net chello.at",
  // French, Dutch.
  "orange.fr free.fr sfr.fr wanadoo.fr laposte.net bbox.fr neuf.fr aliceadsl.fr numericable.fr hotmail.fr outlook.fr live.fr",
  "yahoo.fr gmx.fr skynet.be telenet.be proximus.be outlook.be hotmail.be live.be",
  "ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl casema.nl upcmail.nl xs4all.nl live.nl hotmail.nl outlook.nl",
  // Italian, Spanish, Portuguese.
  "libero.it tiscali.it alice.it virgilio.it tin.it tim.it inwind.it iol.it fastwebnet.it hotmail.it outlook.it live.it yahoo.it",
  "hotmail.es outlook.es yahoo.es telefonica.net terra.es live.com.mx hotmail.com.mx outlook.com.mx yahoo.com.mx prodigy.net.mx",
  "yahoo.com.ar hotmail.com.ar live.com.ar outlook.com.ar yahoo.cl hotmail.cl yahoo.com.co outlook.cl",
  "uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com yahoo.com.br hotmail.com.br outlook.com.br live.com.br",
  "sapo.pt outlook.pt hotmail.pt live.com.pt iol.pt",
  // Polish, Russian, Ukrainian, Turkish.
  "wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu op.pl vp.pl tlen.pl gazeta.pl poczta.fm",
  "mail.ru list.ru bk.ru inbox.ru internet.ru ya.ru yandex.ru yandex.by yandex.kz rambler.ru lenta.ru vk.com",
  "ukr.net i.ua meta.ua bigmir.net email.ua yandex.ua",
  "hotmail.com.tr yahoo.com.tr outlook.com.tr windowslive.com mynet.com yandex.com.tr superonline.com",
  // Arabic, Persian, Hindi, Punjabi, Bengali, Urdu.
  "maktoob.com outlook.sa hotmail.sa live.sa chmail.ir mailfa.com yahoo.in yahoo.co.in hotmail.in outlook.in rediffmail.com",
  // Thai, Vietnamese, Indonesian, Malay.
  "hotmail.co.th outlook.co.th yahoo.co.th yahoo.com.vn yahoo.co.id outlook.co.id yahoo.com.my hotmail.my outlook.my",
  "yahoo.com.sg yahoo.com.ph",
  // Japanese, Korean, Chinese.
  "yahoo.co.jp outlook.jp hotmail.co.jp live.jp docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ymobile.ne.jp nifty.com",
  "naver.com daum.net hanmail.net nate.com kakao.com hotmail.co.kr yahoo.co.kr",
  "qq.com vip.qq.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com foxmail.com aliyun.com yahoo.com.cn",
  "yahoo.com.tw yahoo.com.hk hinet.net msa.hinet.net pchome.com.tw livemail.tw netvigator.com",
].flatMap((row) => row.split(" "));
