import asyncio
from servers.chat import list_channels, post_message
from servers.tracker import get_deployment, start_deployment

deployment = await start_deployment(build_id="bld-960", environment="staging")
looks = 0
while deployment["status"] in ("queued", "running"):
    await asyncio.sleep(0.1)
    deployment = await get_deployment(deployment_id=deployment["id"])
    looks += 1
channels = (await list_channels())["channels"]
channel = next(c["id"] for c in channels if c["name"] == "deployments")
news = f"bld-960: deployment {deployment['id']} to staging {deployment['status']}."
await post_message(channel_id=channel, message=news)
print(news, f"Looked {looks} times.")
