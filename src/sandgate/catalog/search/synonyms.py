"""Words that mean much the same when somebody looks for a tool, and what other languages say for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .words import stem

_ALIKE = """
get fetch retrieve obtain read show view display load see
list enumerate browse show all
search find query lookup look discover locate seek explore
create add make new insert register generate build
delete remove erase drop destroy clear purge discard
update edit modify change set alter patch adjust rename
send post submit deliver dispatch notify
save store write put persist record
upload push attach import
download export pull
run execute launch start invoke trigger perform
stop end kill terminate halt abort cancel
copy duplicate clone
move transfer relocate
check verify validate test inspect
analyze analyse examine evaluate assess review
convert transform
compute calculate solve evaluate
summarize summarise summary
compare diff difference
describe explain detail details information info
count number total
file document doc
folder directory
picture image photo
message chat conversation
mail email inbox
meeting appointment event calendar schedule
task todo reminder
issue ticket bug
repository repo
commit revision changeset
database db sql
table sheet
row record entry
user person people member account
contact client customer
place location address map geocode
web website page site url internet
note memo memory remember
price cost
picture screenshot capture
movie film
error exception failure
log trace
deploy release publish
metric monitoring statistics stats
"""
_DEEDS = {
    "look": """
        get fetch retrieve obtain read show view display load see list enumerate browse search find query lookup look
        discover locate check describe count""",
    "create": "create add make insert register generate build",
    "delete": "delete remove erase drop destroy clear purge",
    "change": "update edit modify change set alter patch adjust rename",
    "send": "send post submit deliver notify",
    "run": "run execute start launch trigger",
    "stop": "stop cancel kill terminate abort",
}
_FOREIGN = {
    "search": """
        buscar busca encontrar chercher rechercher trouver suchen suche finden cercare trovare procurar encontre zoeken
        vinden szukaj znajdz hitta ara bul искать найти 搜索 查找 查询 検索 探す 검색 찾기""",
    "list": """
        listar lista enumerar lister liste auflisten elencare elenca lijst listuj listele список 列出 列表 一覧 목록""",
    "get": """
        obtener leer mostrar ver abrir obtenir lire afficher montrer ouvrir holen lesen zeigen anzeigen offnen ottenere
        leggere mostrare aprire obter ler exibir lezen tonen odczytaj pokaz oku goster получить читать показать открыть
        获取 读取 显示 查看 打开 取得 読む 表示 가져오기 읽기 보기""",
    "create": """
        crear anadir agregar nuevo nueva creer ajouter nouveau nouvelle erstellen anlegen hinzufugen neu neue creare
        aggiungere nuovo criar adicionar novo maken toevoegen utworz dodaj olustur ekle создать добавить
        创建 新建 添加 作成 追加 만들기 추가""",
    "delete": """
        borrar eliminar quitar supprimer effacer retirer loschen entfernen cancellare eliminare rimuovere apagar excluir
        remover verwijderen usun skasuj sil удалить 删除 移除 削除 삭제""",
    "update": """
        actualizar modificar cambiar editar mettre modifier changer andern aktualisieren bearbeiten aggiornare
        modificare atualizar alterar wijzigen bijwerken zmien zaktualizuj guncelle обновить изменить
        更新 修改 编辑 変更 編集 수정 변경""",
    "send": """
        enviar mandar envoyer senden schicken inviare mandare verzenden sturen wyslij gonder отправить послать
        发送 送信 送る 보내기""",
    "write": """
        escribir guardar ecrire enregistrer schreiben speichern scrivere salvare escrever salvar schrijven opslaan
        zapisz yaz kaydet записать сохранить 写 保存 書く 쓰기 저장""",
    "run": """
        ejecutar correr executer lancer ausfuhren starten eseguire avviare executar rodar uitvoeren uruchom calistir
        запустить выполнить 运行 执行 実行 실행""",
    "download": "descargar telecharger herunterladen scaricare baixar downloaden pobierz indir скачать 下载 다운로드",
    "upload": "subir televerser hochladen caricare carregar uploaden wgraj yukle загрузить 上传 업로드",
    "file": "archivo fichero fichier datei arquivo bestand plik dosya файл 文件 ファイル 파일",
    "folder": "carpeta dossier ordner cartella pasta katalog klasor папка 文件夹 フォルダ 폴더",
    "message": "mensaje nachricht messaggio mensagem bericht wiadomosc mesaj сообщение 消息 メッセージ 메시지",
    "mail": "correo courriel posta почта 邮件 メール 메일",
    "weather": "tiempo clima meteo wetter weer pogoda hava погода 天气 天気 날씨",
    "user": "usuario utilisateur benutzer utente gebruiker uzytkownik kullanici пользователь 用户 ユーザー 사용자",
    "issue": "incidencia probleme задача 问题 課題",
    "calendar": "calendario calendrier kalender agenda kalendarz takvim календарь 日历 カレンダー 일정",
    "image": "imagen bild immagine imagem afbeelding obraz resim изображение 图片 图像 画像 이미지",
    "translate": "traducir traduire ubersetzen tradurre traduzir vertalen przetlumacz cevir перевести 翻译 翻訳 번역",
}


def alike(word: str) -> frozenset[str]:
    """Stems that mean much the same as the stem `word`, without itself."""
    return _table().get(word, frozenset()) - {word}


@cache
def deed(word: str) -> str | None:
    """What kind of deed a stem names, if it names one: to look, to create, to delete."""
    return next((kind for kind, verbs in _DEEDS.items() if word in map(stem, verbs.split())), None)


def translated(word: str) -> frozenset[str]:
    """English stems for a word of another language. Scripts without spaces run words together, so parts count."""
    table = _translations()
    if word in table or word.isascii():
        return table.get(word, frozenset())
    parts = (stems for foreign, stems in table.items() if not foreign.isascii() and foreign in word)
    return frozenset(meant for stems in parts for meant in stems)


@cache
def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for group in _groups():
        for word in group:
            table.setdefault(word, set()).update(group)
    return {word: frozenset(group) for word, group in table.items()}


def _groups() -> Iterator[list[str]]:
    return ([stem(word) for word in line.split()] for line in _ALIKE.strip().splitlines())


@cache
def _translations() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for english, foreign in _FOREIGN.items():
        for word in foreign.split():
            table.setdefault(stem(word), set()).update({stem(english)})
    return {word: frozenset(stems) for word, stems in table.items()}
